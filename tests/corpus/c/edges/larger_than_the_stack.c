// note: compiled, it ends without a word: a stack has 8 MiB if nobody asks for more
// expect: maybe
struct wide {
    char bytes[10 << 20];
};
int main(void) {
    struct wide all;
    all.bytes[0] = 1;
    return all.bytes[0] - 1;
}
