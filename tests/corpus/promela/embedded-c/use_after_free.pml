// note: one process frees what another still uses
// expect: end-states=true lifetime=false
// decided-by: scout probe explicit
// differs: Spin reads memory that was given back
c_state "int *cell" "Global"
int x;

init {
	c_code { now.cell = malloc(sizeof(int)); *now.cell = 1; };
	run Free();
	run Use()
}

proctype Free() { c_code { free(now.cell); } }
proctype Use() { c_code { now.x = *now.cell; } }
