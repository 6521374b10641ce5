/* Operators, and who binds tighter. */
struct s { int a; struct s *p; int f[3]; int (*call)(int); };
int g(int, ...), x, y, z, *q;
int f(struct s *p, struct s v)
{
    x = y = z, x += y -= z *= 1, x /= 2, x %= 3, x <<= 1, x >>= 1, x &= 1, x ^= 2, x |= 4;
    x = y ? z : x ? y : z ? 1 : 2;
    x = y ? z, x : y;
    x = y ?: z ?: 1;
    x = 1 || 2 && 3 | 4 ^ 5 & 6 == 7 != 8 < 9 > 10 <= 11 >= 12 << 13 >> 14 + 15 - 16 * 17 / 18 % 19;
    x = - - + ~ ! - x;
    x = -x++ + ++y - --z - z--;
    x = *&*&x, *q++ = 1, (*q)++, ++*q, *++q;
    x = p->p->p->a + v.p->f[1] + (*p).p[2].f[0][q];
    x = p->call(1) + (*p->call)(2) + (**p->call)(3) + (p->call)(4);
    x = 2[p->f] + "abc"[1];
    x = sizeof x + sizeof(x) + sizeof(int) + sizeof(int *) * 2 + sizeof(struct s) - sizeof *p->p;
    x = sizeof(int)*x, sizeof(int)-1, sizeof -x, sizeof (x)[q], sizeof &x, sizeof sizeof x;
    x = _Alignof(int) + __alignof__(x) + __alignof__ x;
    x = (int)x + (int)(char)(long)x + (int)-x + (int)*q + (unsigned char)~x + (int)(x) - (x) - 1;
    x = (int)sizeof(int) + !(int)x;
    x = (x, y), ((x)), (((x) = (y)));
    x = g(1), g(1, 2, 3), g((1, 2), 3), (g)(1), (*g)(1), (&g)(2), (***g)(3);
    x = y-->0, y<-1, x---y, x+++y, x&&y, x& &y == 0;
    x = _Generic(x, int: 1, double: 2, char *: 3, default: 4) + _Generic((char)1, default: 1, struct s: 2);
    x = ((struct s *)0)->a, (long)&((struct s *)0)->f[2];
    x = 1 ? 2 : 3, x = 0 ? (x = 1) : 4;
    return x < y == y < z, (x);
}
