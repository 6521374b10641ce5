// args: --ctl AF(at(wait@done)&&wait::turns==3)
// expect: true
int wait(void) {
    int turns = 0;
    while (turns < 3)
        turns++;
done:
    return turns;
}
int main(void) { return wait(); }
