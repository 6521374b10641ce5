// note: words that C23 brought, without headers
// options: --checks unreach,memory,overflow
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
static_assert(sizeof(bool) == 1);
enum small : unsigned char { FEW = 1, MANY = 255 };
enum large : long long { HUGE_ONE = 0x1ffffffffLL };
static_assert(sizeof(enum small) == 1 && sizeof(HUGE_ONE) == 8 && alignof(int) == 4);
constexpr int COUNT = 4;
static int values[COUNT] = {};
[[nodiscard]] static int only_typed(int, [[maybe_unused]] char *text) { return 3; }
#ifdef UNKNOWN
#elifndef UNKNOWN
static const int million = 1'000'000, mask = 0b1010'1010;
#endif
int main(void) {
    constexpr unsigned twice = COUNT * 2;
    const int fixed = 1;
    typeof_unqual(fixed) free_one = fixed;
    typeof(free_one) other = 2;
    auto wide = 6L;
    auto pointer = &other;
    int array[twice];
    free_one = 5;
    bool done = false;
    alignas(16) int aligned = 0;
    static thread_local int own;
    switch (other) {
    case COUNT:
        done = false;
        [[fallthrough]];
    case 2:
        done = true;
    }
    nullptr_t none = nullptr;
    int *nothing = none;
    if (nothing != nullptr || !done || million != 1000000 || mask != 170)
        __builtin_abort();
    if (sizeof wide != sizeof(long) || sizeof array != 8 * sizeof(int) || *pointer != 2)
        __builtin_abort();
    enum small e = MANY;
    e++;
    return only_typed(1, nullptr) - 3 + values[3] + e + aligned + own + (free_one - 5);
}
