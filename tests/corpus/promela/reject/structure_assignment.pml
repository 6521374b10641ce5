// note: structures cannot be assigned as a whole
// reject: structure-as-value
typedef Pair { byte a; byte b };
Pair p, q;

active proctype P() {
	p = q
}
