/* Every way to say what a name is. */
int a, *b, **c, d[3], *e[3], (*f)[3], g(void), *h(void), (*i)(void), (*j[4])(int, char *), (*k(int x))[5];
int (*(*l)(void))(int), *(*(*m[2])(void))[3];
char *const *volatile n;
const int *const restrict_me = 0;
int (((o))), (*(p)), ((q)[2]), (r(int));
int s(int (*)(int, ...), int *[3], int (*)[], int [static 2], int [const 3], int [*], int (int), int (*(*)(void))[2]);
int t(int n, int a[n][n], int (*p)[n], const char *restrict format, ...);
void (*signal_like(int number, void (*handler)(int)))(int);
typedef int array[4], *pointer, function(int), (*function_pointer)(void);
array u;
function v;
extern function_pointer w[2];
static inline _Noreturn void x(void) { for (;;) ; }
extern int unsigned long static_order;
int long unsigned const long y = 1;
long volatile int *z1;
double long z2;
_Thread_local static int z3;
register_me() { return 0; }
int z4(a, b) int a; char *b; { return a + *b; }
static z5 = 3;
void z6(int(x)) { (void)x; }
void z7(int (x)(int)) { x(1); }
void z8(array), z9(array a, pointer), z10(function);
int z11(void (*)(void)), z12(int());
int (*z13(int a))(int b) { (void)a; return 0; }
_Alignas(16) int z14;
_Alignas(double) _Alignas(8) char z15[3];
_Static_assert(sizeof(int) == 4, "int");
struct incomplete;
enum { only } ;
int z16 asm("other_name"), z17 __asm__("x" "y") __attribute__((used));
int *__attribute__((aligned(8))) z18;
int __attribute__((unused)) *z19, __attribute__((unused)) z20;
int main(void) { return 0; }
