// note: what CBMC makes arbitrary, and what it fills
// options: --checks default
// expect: true
// decided-by: bmc kind
struct pair { int first, second; } pair = {1, 2};
unsigned char bytes[4] = {1, 2, 3, 4}, others[4] = {5, 6, 7, 8}, few[2] = {9, 10};
int numbers[3];
int main(void) {
    __CPROVER_havoc_slice(bytes + 1, 2);
    __CPROVER_assert(bytes[0] == 1 && bytes[3] == 4, "the rest stays");
    __CPROVER_havoc_object(&pair.second);
    __CPROVER_assume(pair.first == 7 && pair.second == 8);
    __CPROVER_array_set(numbers, -5);
    __CPROVER_assert(numbers[0] == -5 && numbers[2] == -5, "each element");
    __CPROVER_array_copy(bytes, others);
    __CPROVER_assert(bytes[0] == 5 && bytes[3] == 8, "a copy");
    __CPROVER_array_replace(bytes, few);
    __CPROVER_assert(bytes[0] == 9 && bytes[1] == 10 && bytes[2] == 7, "as much as there is");
    __CPROVER_precondition(pair.first == 7, "it may be so");
    __CPROVER_cover(pair.first == 8);
    __CPROVER_output("first", pair.first);
}
