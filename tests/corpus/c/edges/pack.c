// note: all forms of the pragma; what is malformed is ignored, and members are placed when the struct ends
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#pragma pack(push, outer, 1)
struct one { char c; int x; };
#pragma pack(push, 2)
struct two { char c; int x; };
#pragma pack(3)
struct still_two { char c; int x; };
#pragma pack(pop, outer)
struct four { char c;
#pragma pack(1)
    int x; };
#pragma pack()
struct bits { int a : 20; int b : 20; };
#pragma pack(4)
struct packed_bits { int a : 20; int b : 20; };
int main(void) {
    assert(sizeof(struct one) == 5 && sizeof(struct two) == 6 && sizeof(struct still_two) == 6);
    assert(sizeof(struct four) == 5 && sizeof(struct bits) == 8 && sizeof(struct packed_bits) == 8);
    struct packed_bits p = { 0, -1 };
    assert(((unsigned char *)&p)[2] == 0xf0);
    return 0;
}
