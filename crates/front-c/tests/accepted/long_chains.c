/* Deep enough to be rude, short enough to be legal. */
#define P4(x) ((((x))))
#define P64(x) P4(P4(P4(x)))
#define N64(x) -(-(-(-(-(-(-(-(-(-(x))))))))))
int f(int x)
{
    x = P64(P64(P64(x)));
    x = N64(N64(N64(x)));
    { { { { { { { { { { { { { { { { x++; } } } } } } } } } } } } } } } }
    return x;
}
