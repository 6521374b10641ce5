// note: a local variable at a label
// options: --ctl AF(at(wait@done)&&wait::turns==3)
// expect: true
// decided-by: absint scout best explicit
int wait(void) {
    int turns = 0;
    while (turns < 3)
        turns++;
done:
    return turns;
}
int main(void) { return wait(); }
