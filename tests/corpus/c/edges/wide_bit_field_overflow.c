// args: --checks overflow
// expect: false overflow
struct { long long x : 40; } s;
int main(void) {
    s.x = 0x7fffffffffLL;
    return s.x + 1 > 0;
}
