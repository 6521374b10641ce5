// note: only a chan can hold a channel
// reject: not-a-channel
byte north = [1] of { byte };

active proctype P() {
	north = 2
}
