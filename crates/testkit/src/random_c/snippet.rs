//! Statements that try a feature of the language each: templates with holes.
//!
//! `$e`, `$f` and `$l` stand for expressions, deep and shallow, `$T` and `$U` for types, `$k` for a small positive number, `$x` for
//! a new name; all but expressions mean the same throughout a template.

use super::program::Builder;
use super::types::{ALL, Int};

const TEMPLATES: &[&str] = &[
    // Arrays of arrays and of structures.
    "{ $T $x[2][4] = { { $l, $l }, { [2] = $l } }; $x[$l & 1][$l & 3] ^= $e; @mix($x[1][2]); @mix($x[$l & 1][$l & 3]); @mix(sizeof $x[0]); }",
    "{ struct { $T a; $U b[2]; struct { short c; $T d; } e; } $x[2] = { { $l, { $l, $l }, { $l, $l } } }; $x[1] = $x[0]; $x[$l & 1].b[$l & 1] = $e; $x[$l & 1].e.d ^= $l; @mix($x[1].b[1]); @mix($x[0].e.d); @mix($x[1].a); }",
    "{ $T $x[4] = { 1, 2, 3, 4 }; $T (*p)[4] = &$x; (*p)[$l & 3] = $e; @mix(p[0][1]); @mix(*(*p + ($l & 3))); }",
    "{ $T a1 = $l, a2 = $l; $T *$x[2] = { &a1, &a2 }; *$x[$l & 1] = $e; $T **q = $x + ($l & 1); **q ^= 1; @mix(a1); @mix(a2); }",
    // Structures by value.
    "{ struct @S $x = @s1; struct @S *q = $l & 1 ? &$x : &@s2; q->z[$l & 3] = $e; q->next = q; @mix(q->next->next->z[1]); @mix($x.z[2]); @s1.next = 0; }",
    "{ struct { $T a : 8; $U b; } $x = { 1, $l }, y = ($l & 1) ? $x : $x; y.b = $e; @mix(y.b == $x.b); @mix($x.a); }",
    "{ struct { unsigned long a : 40; long b : 37; unsigned c : 32; signed d : 5; } $x = { 1, -2, 3, -4 }; $x.a = $e; $x.b = $e; $x.c = $e; $x.d = $l; @mix($x.a); @mix($x.b); @mix($x.c); @mix($x.d); @mix($x.d < $x.c); @mix($x.b >> 3); $x.c += 5; $x.c++; @mix($x.c--); @mix((unsigned)$x.a >> 2); }",
    "{ struct { unsigned char a : 3, b : 4, : 0, c : 6; _Bool d : 1; } $x = { 0 }; $x.a = $l; $x.b |= $l; $x.c ^= $l; $x.d = $e; $x.a++; --$x.c; @mix($x.a * 16 + $x.b); @mix($x.c); @mix($x.d); @mix(sizeof $x); }",
    // Unions and bytes.
    "{ union { double d; unsigned long u; float f[2]; unsigned char b[8]; } $x; $x.u = 0; $x.d = ($l & 1023) * 0.25; @mix($x.u); $x.f[1] = 1.5f; @mix($x.b[7]); @mix($x.u >> 40); }",
    "{ union { struct { unsigned char lo, hi; } p; unsigned short w; } $x = { .w = $e }; $x.p.hi ^= $l; @mix($x.w); @mix($x.p.lo); }",
    "{ $T $x = $e; unsigned char b[sizeof $x]; memcpy(b, &$x, sizeof $x); @mix(b[0]); b[sizeof b - 1] &= 1; memcpy(&$x, b, sizeof $x); @mix($x); }",
    "{ int $x = $l; unsigned char *b = (unsigned char *)&$x; b[$l & 3] = $e; @mix($x); @mix(b[3]); *(unsigned *)&$x |= 1; @mix($x); }",
    "{ struct @S *$x = &@s1; unsigned char *b = (unsigned char *)$x + offsetof(struct @S, z); b[$l & 3] ^= $e; @mix(@s1.z[1]); }",
    // Pointers to pointers, copied byte by byte.
    "{ int $x = $l, *p = &$x, *q; memcpy(&q, &p, sizeof q); *q ^= $e; @mix($x); int **r = &q; **r |= 2; @mix(*p); @mix(p == q); }",
    "{ int a[4] = { 1, $l, $l, $l }, *$x = a; @mix(*$x++); @mix(*++$x); @mix($x - a); @mix($x[-1]); $x += $l & 1; @mix(*$x); $x--; @mix($x == a + 1); }",
    "{ const char *$x[] = { \"ab\", \"c\", \"\" }; @mix(strlen($x[$l & 1])); @mix($x[$l % 2 ? 1 : 0][0]); @mix(sizeof $x / sizeof *$x); @mix(strcmp($x[0], $x[1]) < 0); }",
    "{ char $x[8] = \"xy\"; strcat($x, $l & 1 ? \"abc\" : \"d\"); $x[0] = 'a' + ($l & 7); @mix(strlen($x)); @mix($x[3]); char *c = strchr($x, 'b'); @mix(c ? c - $x : -1); @mix(memcmp($x, \"aya\", 3) == 0); }",
    "{ char $x[6]; strncpy($x, \"abcdefgh\" + ($l & 7), 5); $x[5] = 0; @mix(strlen($x)); memmove($x + 1, $x, 4); @mix($x[2]); @mix(strncmp($x, \"abc\", 2)  == 0); }",
    // Floats.
    "{ double $x = ($l & 255) + 0.5; float g = $x * 0.25f; $x = g - $x / 3; @mix((int)($x * 8)); @mix($x < g); @mix(g == (float)g); @mix((unsigned char)(g < 100 ? g : 1)); }",
    "{ float $x = (float)($e); double d = $x; @mix(d == $x); @mix($x > 1e6f); @mix(d < 0 ? 1 : 2); @mix((long)($x > -1e9f && $x < 1e9f ? $x : 7)); }",
    "{ double $x = (double)($e); @mix($x >= 9e18); union { double d; unsigned long u; } y = { $x }; @mix(y.u); y.d = -y.d; @mix(y.u >> 63); y.d = (double)(float)y.d; @mix(y.u); }",
    "{ unsigned long $x = $e; double d = $x; float f = $x; @mix(d == (double)$x); @mix((unsigned long)(d < 1e18 ? d : 3)); @mix(f > d); }",
    // Control.
    "{ int $x = $k; switch ($l & 3) { case 0: do { @mix($x); case 1: @mix(1); case 2: @mix(2); default: ; } while (--$x > 0); } }",
    "{ for (int $x = 0, j = 5; $x < j; $x++, j--) { if ($x == ($l & 3)) continue; if (j == ($l & 1)) break; @mix($x * j); } }",
    "{ int $x = 0; again$x: $x++; if ($x < $k) goto again$x; @mix($x); }",
    "{ int $x = ({ int t = $l & 7; t += 2; t * 3; }); @mix($x); @mix($x ?: 4); @mix(($l & 1) ?: 9); }",
    "{ unsigned $x = $l; @mix($x > 3 ? $x-- : ++$x); @mix($x); @mix(($l, $l)); @mix(!!$x); @mix($x && $x++ < 5); @mix($x || $x--); @mix($x); }",
    "{ int $x = $k; int v[$x + 1]; for (int i = 0; i <= $x; i++) v[i] = i * $k; @mix(v[$x]); @mix(sizeof v); }",
    "{ switch ((signed char)$e) { case -128 ... -1: @mix(1); break; case 0: @mix(2); case 1 ... 50: @mix(3); break; default: @mix(4); } }",
    "{ switch ($e) { case 1: @mix(1); break; case 0xffffffffu: @mix(2); break; case -2: @mix(3); break; default: @mix(5); } }",
    // Builtins and wide numbers.
    "{ unsigned $x = $l | 1; @mix(__builtin_popcount($x)); @mix(__builtin_ctz($x)); @mix(__builtin_clz($x)); @mix(__builtin_bswap32($x)); @mix(__builtin_parity($x)); @mix(__builtin_ffs($l)); }",
    "{ int $x; @mix(__builtin_add_overflow((int)$e, (int)$l, &$x)); @mix($x); @mix(__builtin_mul_overflow((int)$l, (int)$l, &$x)); @mix($x); long y; @mix(__builtin_sub_overflow((long)$l, (long)$l, &y)); @mix(y); unsigned char z; @mix(__builtin_add_overflow((int)$l, 3, &z)); @mix(z); }",
    "{ __int128 $x = (__int128)(long)$e * (long)$l; @mix($x); @mix($x >> 64); unsigned __int128 y = $x; y = y / 3 + (y << 3); @mix(y); @mix(y >> 70); @mix($x < 0); @mix(y % 1000); }",
    "{ @mix(_Generic(($l + 0), int: 1, unsigned: 2, long: 3, unsigned long: 4, default: 5)); @mix(sizeof(($T)1 + ($U)1)); @mix(_Generic(($T)1 + ($U)1, int: 1, unsigned: 2, long: 3, unsigned long: 4, default: 5)); }",
    "{ $T $x = $e; $U y = $x; $x = y; @mix($x); @mix(y); @mix(-(long)(int)$x); @mix((signed char)$x); @mix((unsigned short)(signed char)y); @mix(+$x == y); @mix($x == ($T)y); }",
    "{ $T $x = 5; $x += ($U)($l & 7); $x -= (short)($l & 3); $x *= ($U)($l & 3); $x /= (unsigned char)(($l & 3) + 1); $x <<= 1; $x >>= ($U)1; $x %= 77ul; @mix($x); }",
    // Allocation.
    "{ struct n$x { $T v; struct n$x *l, *r; } *t = 0; for (int i = 0; i < 3; i++) { struct n$x **p = &t; $T v = ($l >> i) & 7; while (*p) p = v < (*p)->v ? &(*p)->l : &(*p)->r; *p = calloc(1, sizeof **p); (*p)->v = v; } @mix(t->v); @mix(t->l ? t->l->v : 99); struct n$x *s[8]; int d = 0; s[d++] = t; while (d) { struct n$x *c = s[--d]; if (c->l) s[d++] = c->l; if (c->r) s[d++] = c->r; @mix(c->v); free(c); } }",
    "{ $T *$x[3]; for (int i = 0; i < 3; i++) { $x[i] = malloc(sizeof **$x * (i + 1)); for (int j = 0; j <= i; j++) $x[i][j] = $l; } @mix($x[2][$l & 1]); @mix(*$x[$l & 1]); for (int i = 3; i-- > 0;) free($x[i]); }",
    "{ char *$x = malloc(4 + ($l & 3)); memset($x, $l, 4); $x[1]++; char *y = realloc($x, 12); y[11] = $l; @mix(y[1]); @mix(y[11]); free(y); }",
    "{ struct { int n; $T d[]; } *$x = malloc(sizeof *$x + 4 * sizeof($T)); $x->n = 4; for (int i = 0; i < $x->n; i++) $x->d[i] = $l; @mix($x->d[$l & 3]); free($x); }",
    // Functions.
    "{ int (*$x)(int, int) = ($l & 1) ? @add : @t[1]; @mix($x(3, $l & 15)); @mix($x == @add); struct { int (*f)(int, int); } y = { $x }; @mix(y.f(1, 2)); @mix((*y.f)(4, 5)); }",
    "{ struct @S $x = @id(@s1, $l); @mix($x.z[1]); @mix(@id($x, $l).z[0]); @s2 = @id(@s2, $l); }",
    "{ static int $x = $k; static $T c[3] = { 1, 2 }; $x = ($x + 1) & 15; c[$x % 3] ^= $l; @mix($x); @mix(c[1]); }",
    "{ int $x[2] = { $l, $l }; @swap(&$x[0], $x + 1); @mix($x[0]); @mix($x[1]); @mix(*(int[]){ 3, 4, $l }); @mix(((struct { int a; $T b; }){ 1, $l }).b); }",
];

/// What may go wrong if risks are taken.
const RISKS: &[&str] = &[
    "{ int $x[4] = { 0 }; @mix($x[$l & 7]); }",
    "{ int $x = @ki($l); @mix($x + $k); @mix(-$x); @mix($x * $x); }",
    "{ long $x = $e; @mix($x - 1); $x *= 3; @mix($x); }",
    "{ @mix($l / (@ki($l) & 3)); @mix((int)$l % @ki($l)); }",
    "{ @mix(@ki(1) << ($l & 63)); @mix(@ki($l) << 3); @mix(@ki($l) >> @ki($l)); }",
    "{ int *$x = ($l & 1) ? (int *)&@u.w : 0; @mix(*$x); }",
    "{ int *$x = malloc(4); *$x = 1; if ($l & 1) free($x); @mix(*$x); if (!($l & 1)) free($x); }",
    "{ char *$x = malloc(3); strcpy($x, ($l & 1) ? \"ab\" : \"abc\"); @mix($x[0]); free($x); }",
    "{ int *$x; { int inner = $k; $x = &inner; if ($l & 1) @mix(*$x); } if ($l & 2) @mix(*$x); }",
    "{ char $x[4]; memset($x, 1, 4 + ($l & 1)); @mix($x[0]); memcpy($x, \"abcdef\" + ($l & 7), 4); }",
    "{ char *$x = malloc(4); char *y = realloc($x, 8); y[0] = 1; @mix(($l & 3) ? y[0] : $x[0]); free(y); }",
    "{ int $x = $k; $x <<= $l & 31; $x++; $x += $l; @mix($x); int y = $x / ($x & 1); @mix(y); }",
    "{ signed char $x = $l; $x++; $x <<= 1; @mix($x); short y = $l; y *= y; int w = y * y * y; @mix(w); }",
    "{ int (*$x)(int, int) = ($l & 1) ? @add : 0; @mix($x(1, 2)); }",
    "{ int $x[2][3] = { 0 }; @mix(((int *)$x)[$l & 7]); }",
    "{ struct @S *$x = &@s1; $x->next = ($l & 1) ? &@s2 : 0; @mix($x->next->z[0]); }",
    "{ unsigned char $x = $l; @mix($x << 24); @mix($x * $x * $x * $x * $x); }",
];

impl Builder<'_> {
    /// A statement about some feature.
    pub(super) fn snippet(&mut self) -> String {
        let templates = if self.is_risky() && self.once_in(4) { RISKS } else { TEMPLATES };
        let template = self.one_of(templates);
        let types = [self.one_of(&ALL), self.one_of(&ALL)];
        // A bit-field of type `_Bool` has one bit.
        let types = types.map(|it| if it == Int::Bool { Int::U8 } else { it });
        let name = self.name("x");
        let small = (1 + self.below(5)).to_string();
        let mut text = String::from("  ");
        let mut rest = template;
        while let Some(at) = rest.find('$') {
            text += &rest[..at];
            let (hole, after) = rest[at + 1..].split_at(1);
            text += &match hole {
                "e" => self.value(3),
                "f" => self.value(2),
                "l" => self.operand(),
                "T" => types[0].name().to_owned(),
                "U" => types[1].name().to_owned(),
                "k" => small.clone(),
                _ => name.clone(),
            };
            rest = after;
        }
        text + rest + "\n"
    }

    /// A small expression that binds tightly.
    fn operand(&mut self) -> String {
        let value = self.value(1);
        format!("({value})")
    }
}
