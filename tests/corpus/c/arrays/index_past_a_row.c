// note: the next row follows, but a row has three elements
// options: --checks bounds
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    int rows[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int column = 3;
    return rows[0][column];
}
