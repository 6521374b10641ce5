// note: C follows a null pointer on one of the ways
// expect: end-states=true null=false
// decided-by: scout probe explicit
// differs: Spin's verifier is killed by the system
c_decl { struct Node { int v; struct Node *next; }; struct Node last; }
c_state "struct Node *head" "Global"
int x;

active proctype P() {
	if
	:: c_code { now.head = &last; last.v = 4; }
	:: skip
	fi;
	c_code { now.x = now.head->v; }
}
