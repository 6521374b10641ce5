// note: nothing is read, but no pointer may be made that far outside
// options: --checks bounds
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
struct pair { int left[2]; int right[2]; };
int main(void) {
    struct pair pair = { { 1, 2 }, { 3, 4 } };
    int past = 3;
    return &pair.left[past] == pair.right;
}
