/* Names that are types here and something else there. */
typedef int T;
typedef struct S { T T; int U; } S, *SP;
typedef T U;
T f(T T) { return T + 1; }
int g(T), h(T t), (i)(T);
int j(int (T)), k(int (T[3])), l(T (T));
void blocks(void)
{
    T x = 1;
    {
        T T = 2;
        T = T * x;
        T * x;
        (T) - x;
        (T)[&x];
        sizeof(T);
        sizeof T;
    }
    T * y = &x;
    (T) - x;
    { int T; enum { U = 3 }; x = U; T = U; (void)T; }
    U z = 0;
    for (T T = 0; T < 3; T++) { int U = T; (void)U; }
    for (U U = 0; U < 3; U++) ;
    T : z = sizeof(T);
    U: ;
    if (z) goto T;
    goto U;
    S s = { .T = 1, .U = 2 }, s2 = { T: 1 };
    s.T = s2.T;
    SP p = &s;
    p->T++;
    { struct T { int T; } T; T.T = 1; }
    { unsigned T; long U; T = 1; U = T; (void)U; }
    const T c = 1; T const d = 2;
    (void)(T){ 3 };
    sizeof(T[2]);
    sizeof(T *);
    sizeof(T) * x;
    (T)(x), (T)+x, (T)*y, (T)&x, (T)~x, (T)!x;
    (void)c; (void)d;
    int a = sizeof(struct { T T; });
    typedef char T;
    T q = 'q';
    (void)q; (void)a;
}
T m(void) { typedef long T; T t = 1; return t; }
T n(int T, int a[T]) { return a[T]; }
T o(T a, int U) { U = a; return U; }
enum e { A, B = sizeof(T), C };
struct bits { unsigned T : 3; T U : 2, : 1; T : 0; const T; };
typedef T V, W;
typedef int V;
V p(V), q(V V);
void r(void) { V V = 1; V++; { typedef int V; V v = 1; v++; } V++; }
void kr(a, b) U a, b; { T x = a; (void)x; }
int s(const T), t(register T), u(T *T), v(T[2]);
