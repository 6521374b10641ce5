// note: the inner loop ends first: it has number 0
// options: --checks unreach --unwind 2 --unwindset main.0:11,main.1:3
// expect: true
// decided-by: scout bmc boxes kind explicit
int main(void) {
    int i = 0, j;
    for (j = 0; j < 2; j++)
        for (i = 0; i < 10; i++)
            ;
    __CPROVER_assert(i == 10 && j == 2, "all turns");
}
