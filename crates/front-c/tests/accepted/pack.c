/* What `#pragma pack` does to members. */
#pragma pack(push, 1)
struct a { char c; int i; double d; };
struct b { char c; int x : 7, y : 9, z : 20; short s; };
struct c { char c; int i __attribute__((aligned(8))); };
struct e { char c; } __attribute__((aligned(16)));
typedef int big __attribute__((aligned(8)));
struct f { char c; big i; };
union g { char c; int i; };
struct h { char c; struct a a; };
#pragma pack(2)
struct i { char c; int i; double d; };
struct j { char c; int x : 7, y : 9, z : 30; short s; };
#pragma pack(pop)
struct k { char c; struct a a; int i; };
_Static_assert(sizeof(struct a) == 13, "struct a");
_Static_assert(sizeof(struct b) == 8, "struct b");
_Static_assert(sizeof(struct c) == 5, "struct c");
_Static_assert(sizeof(struct e) == 16, "struct e");
_Static_assert(sizeof(struct f) == 5, "struct f");
_Static_assert(sizeof(union g) == 4, "union g");
_Static_assert(sizeof(struct h) == 14, "struct h");
_Static_assert(sizeof(struct i) == 14, "struct i");
_Static_assert(sizeof(struct j) == 10, "struct j");
_Static_assert(sizeof(struct k) == 20, "struct k");
_Static_assert(_Alignof(struct a) == 1, "struct a");
_Static_assert(_Alignof(struct c) == 1, "struct c");
_Static_assert(_Alignof(struct f) == 1, "struct f");
_Static_assert(_Alignof(union g) == 1, "union g");
_Static_assert(_Alignof(struct i) == 2, "struct i");
_Static_assert(_Alignof(struct j) == 2, "struct j");
