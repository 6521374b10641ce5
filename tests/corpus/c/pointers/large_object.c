// args: --checks unreach,memory
// expect: true
// A stack may have room for large objects: that is told as an assumption.
static int last(int n) {
    char room[16 << 20];
    room[n] = 1;
    return room[n];
}
int main(void) { return last(3) - 1; }
