// note: rows have as many elements as was said when the array was made
// options: --checks bounds
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    int width = 3;
    int rows[2][width];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < width; j++)
            rows[i][j] = 0;
    width = 4;
    return rows[0][width - 1];
}
