// note: the outer of two escapes comes first, also at the start of an atomic sequence
// differs: at the start of an atomic sequence or of an option, Spin takes the inner one as well
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte took;

active proctype P() {
	atomic {
		{
			{
				took = 1
			} unless {
				true -> took = 2
			}
		} unless {
			true -> took = 3
		}
	};
	assert(took == 3)
}
