/* Structs, unions, enumerations. */
struct empty { };
struct list { struct list *next; int value, *pointer, array[4]; };
struct bits { int a : 1, b : 2; unsigned : 3; int c; _Bool d : 1; unsigned long long e : 40; int : 0; };
struct anonymous { int x; union { int y; float z; struct { char w; }; }; enum { red, green } color; };
struct flexible { int n; char data[]; };
struct zero { int n; char data[0]; };
struct __attribute__((packed)) packed { char a; int b; } __attribute__((aligned(4)));
struct attributed { int a __attribute__((aligned(8))), b __attribute__((packed)); char c : 3 __attribute__((packed)); };
union value { int i; double d; void *p; } u = { .d = 1.5 };
union __attribute__((transparent_union)) transparent { int *a; long *b; };
enum color { RED, GREEN = 5, BLUE, LAST = BLUE + 1, };
enum __attribute__((packed)) small { SMALL __attribute__((deprecated)) = 1, OTHER };
struct with_assert { int a; _Static_assert(sizeof(int) == 4, "x"); int b;; };
struct extension { __extension__ union { int a; long b; }; __extension__ long long c; };
struct functions { int (*call)(struct functions *, int), (*table[3])(void); };
struct { int a; } unnamed, *unnamed_pointer;
typedef struct { int a; } Unnamed;
struct list *make(struct list { int other; } *argument);
int f(void)
{
    struct local { int a; } l = { 1 };
    struct local;
    struct list x = { .array = { 1, 2 }, .next = &x };
    enum { in_block = 3 } e = in_block;
    return l.a + x.array[0] + (int)e + __builtin_offsetof(struct list, array[2]) + (int)sizeof(struct inner { int a; });
}
#pragma pack(push, 1)
struct tight { char a; int b; };
#pragma pack(pop)
_Static_assert(sizeof(struct tight) == 5, "packed");
