// args: --checks all
// expect: true
/* C leaves open which of the two happens first. */
int main(void) {
    int i = 1;
    i = i++ + 1;
    return i - 2;
}
