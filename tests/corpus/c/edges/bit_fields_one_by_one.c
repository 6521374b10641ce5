// note: bit-fields that are written one by one
// options: --checks uninit
// expect: maybe
struct flags { unsigned first : 3, second : 5; };
int main(void) {
    struct flags flags;
    flags.first = 1;
    return flags.second == 2;
}
