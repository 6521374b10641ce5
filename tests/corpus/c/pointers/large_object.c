// note: a stack may have room for large objects: that is told as an assumption
// options: --checks unreach,memory
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
static int last(int n) {
    char room[6 << 20];
    room[n] = 1;
    return room[n];
}
int main(void) { return last(3) - 1; }
