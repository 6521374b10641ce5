/* Statements. */
int g(int);
int f(int n, char **v)
{
    int i, x = 0;
    ;
    {}
    { ; { ; } }
    if (n) x = 1;
    if (n) x = 1; else x = 2;
    if (n) if (x) x = 1; else x = 2;
    if (n) { if (x) x = 1; } else x = 2;
    if (n) ; else if (x) { } else if (x > 1) x = 3; else { x = 4; }
    while (n--) x++;
    while (1) { if (x) break; continue; }
    do x--; while (x > 0);
    do { x++; } while (x < 3);
    for (;;) break;
    for (i = 0; i < 3; i++) x += i;
    for (i = 0, x = 1; i < 3; i++, x *= 2) ;
    for (int j = 0, k = 1; j < k; j++) { int j = 2; (void)j; }
    switch (n) {
        int unreachable;
    case 0: x = 1; break;
    case 1: case 2: case 3: x = 2;
    case 4 ... 9: { x = 3; } break;
    default: x = 4;
    case 'a': case -1:
        ;
    }
    switch (n) case 1: x = 2;
    switch (x) { default: while (n) { case 5: n--; } }
    goto end;
again: one: two: x++;
    { inner: x--; }
    if (x) labelled: x = 5;
    if (x > 100) goto again;
    for (register int r = 0; r < 1; r++) switch (r) { case 0: continue; }
    int late = x; x = late;
    return g(x);
end:
    return (int)v[0][0];
}
void empty(void) { }
void only_return(void) { return; }
int dangling(int a, int b) { if (a) for (;;) if (b) return 1; else return 2; else return 3; return 4; }
