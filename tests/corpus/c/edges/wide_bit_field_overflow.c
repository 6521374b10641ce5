// note: gcc computes with 40 bits here, others with 64
// options: --checks overflow
// expect: maybe
struct { long long x : 40; } s;
int main(void) {
    s.x = 0x7fffffffffLL;
    return s.x + 1 > 0;
}
