// args: --checks bounds
// expect: false bounds
// Nothing is read, but no pointer may be made that far outside.
struct pair { int left[2]; int right[2]; };
int main(void) {
    struct pair pair = { { 1, 2 }, { 3, 4 } };
    int past = 3;
    return &pair.left[past] == pair.right;
}
