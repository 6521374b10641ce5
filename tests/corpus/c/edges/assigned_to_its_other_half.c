// note: a struct must not be assigned to a member of a union that overlaps it in part
// expect: pointer=false
// decided-by: scout bmc probe kind explicit
struct triple { int a, b, c; };
union shifted { struct triple first; struct { int before; struct triple second; } later; };
union shifted all;
int main(void) {
    all.first.b = 1;
    all.later.second = all.first;
    return 0;
}
