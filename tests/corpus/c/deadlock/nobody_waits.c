// args: --checks deadlock
// expect: true
// A program without threads and locks: nothing can wait.
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 1000; i++)
        sum += i;
    return sum == 0;
}
