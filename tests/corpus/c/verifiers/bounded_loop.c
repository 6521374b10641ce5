// note: it takes 10 turns, and goes back to its start as often: one time too many
// options: --checks unreach --unwind 10
// expect: maybe
int main(void) {
    int i = 0;
    while (i < 10)
        i++;
    __CPROVER_assert(i == 10, "all turns");
}
