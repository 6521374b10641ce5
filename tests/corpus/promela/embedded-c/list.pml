// note: a list on the heap, made by one process and taken apart by another
// expect: end-states=true assertions=true
// decided-by: scout explicit
// differs: Spin compares pointers by their bits, and does not restore what they point to
c_decl { struct Node { int v; struct Node *next; }; }
c_state "struct Node *head" "Global"
c_code {
	void push(int v) {
		struct Node *new = malloc(sizeof *new);
		new->v = v;
		new->next = now.head;
		now.head = new;
	}
	int pop(void) {
		struct Node *first = now.head;
		int v = first->v;
		now.head = first->next;
		free(first);
		return v;
	}
}
int got;

active proctype Producer() {
	byte i;
	do
	:: i < 3 -> i++; c_code { push(PProducer->i); }
	:: else -> break
	od
}

active proctype Consumer() {
	byte i;
	do
	:: i < 3 -> atomic { c_expr { now.head != 0 }; c_code { now.got += pop(); }; i++ }
	:: else -> break
	od;
	assert(got == 6)
}
