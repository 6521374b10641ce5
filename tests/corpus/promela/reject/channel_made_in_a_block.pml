// note: a channel with an initialiser is declared at the start of a process
// reject: late-initialiser
byte rounds;

active proctype P() {
	do
	:: rounds < 2 ->
		chan c = [3] of { byte };
		c!rounds;
		rounds++
	:: else -> break
	od
}
