//! Random C programs that call the library and print what comes of it. Their behaviour is defined, they take no input, and whatever they do is seen in what they
//! print and in how they end: so a run of one can be compared with a compiler's.

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::choices::Choices;

/// What all programs start with.
const START: &str = "\
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry { int key; char name[12]; double weight; };
static struct entry table[6];
static int numbers[8];
static char text[64], other[64];
static unsigned sum = 1;
static void mix(long n) { sum = sum * 31 + (unsigned)n; }
static int by_number(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_name(const void *a, const void *b) { return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name); }
static int tell(const char *format, ...) { va_list list; va_start(list, format); int n = vprintf(format, list); va_end(list); return n; }
static void last(void) { printf(\"at the end %u\\n\", sum); }
";

/// What a program does. `@i` is an `int`, `@n` a number below 8, `@c` a character, `@s` a short text, `@w` a word to be read as a number, `@d` a `double`, `@f` flags and
/// width of a directive, `@b` a base; `k` counts the turns of a loop.
const PIECES: &[&str] = &[
    "printf(\"%@fd|%@fx|%@fo\\n\", @i + k, @iu, @iu);",
    "printf(\"%@fs|%.@ns|%c\\n\", @s, @s, @c);",
    "printf(\"%@f.@nf|%.@ne|%@fg\\n\", @d, @d, @d);",
    "mix(printf(\"%@fa\\n\", @d));",
    "mix(tell(\"%@fd %@fs %.@nf\\n\", @i, @s, @d));",
    "snprintf(text, @n, \"%s-%d\", @s, @i); puts(text);",
    "mix(sprintf(text, \"%s/%d/%@fu\", @s, @i, @iu)); puts(text);",
    "strcpy(text, @s); strcat(text, @s); printf(\"%zu %s\\n\", strlen(text), text);",
    "strcpy(text, @s); char *p = strchr(text, @c); printf(\"%d\\n\", p ? (int)(p - text) : -1);",
    "strncpy(other, @s, @n + 1); other[@n + 1] = 0; puts(other);",
    "mix(strcmp(@s, @s) < 0); mix(strncmp(@s, @s, @n) == 0); mix(memcmp(@s, @s, 1) > 0);",
    "printf(\"%zu %zu\\n\", strspn(@s, @s), strcspn(@s, @s));",
    "char line[] = \"a,b;;c d\"; for (char *p = strtok(line, \",; \"); p; p = strtok(0, \",; \")) puts(p);",
    "printf(\"%ld %d\\n\", strtol(@w, 0, @b), atoi(@w));",
    "char *end; const char *w = @w; unsigned long v = strtoul(w, &end, @b); printf(\"%lu %d\\n\", v, (int)(end - w));",
    "printf(\"%g\\n\", strtod(@w, 0));",
    "int a = 0, b = 0, n = 0; int got = sscanf(\"@n @n x\", \"%d%d %n\", &a, &b, &n); printf(\"%d %d %d %d\\n\", got, a, b, n);",
    "int a = -1; char w[9] = \"\"; int got = sscanf(@s, \"%4[a-z]%d\", w, &a); printf(\"%d %s %d\\n\", got, w, a);",
    "for (int j = 0; j < 8; j++) numbers[j] = (@i + j * @i) % 100; qsort(numbers, 8, sizeof(int), by_number); for (int j = 0; j < 8; j++) printf(\"%d \", numbers[j]); puts(\"\");",
    "for (int j = 0; j < 8; j++) numbers[j] = 3 * j; int key = @n * 3 + (k & 1); int *p = bsearch(&key, numbers, 8, sizeof(int), by_number); printf(\"%d\\n\", p ? (int)(p - numbers) : -1);",
    "struct entry *e = &table[@n % 6]; e->key = @i; strncpy(e->name, @s, 11); e->weight = @d; printf(\"%d %s %.3f\\n\", e->key, e->name, e->weight);",
    "qsort(table, 6, sizeof *table, by_name); for (int j = 0; j < 6; j++) printf(\"%s;\", table[j].name); puts(\"\");",
    "int up = 0; for (const char *p = @s; *p; p++) up += isalpha((unsigned char)*p) != 0; printf(\"%d %c%c\\n\", up, toupper(@c), tolower(@c));",
    "memset(text, @c, 8); text[8] = 0; memmove(text + 1, text, @n); memcpy(text + 3, \"xy\", 2); puts(text);",
    "char *copy = strdup(@s); if (copy) { for (char *p = copy; *p; p++) *p = (char)toupper(*p); puts(copy); free(copy); }",
    "int *heap = calloc(8, sizeof *heap); heap[(@n)] = @i; heap = realloc(heap, 9 * sizeof *heap); mix(heap[(@n)]); free(heap);",
    "printf(\"%.4f %.4f %.4f\\n\", floor(@d), sqrt(fabs(@d)), fmod(@d, 7.0));",
    "int e; double m = frexp(@d, &e); printf(\"%.6f %d %.6f\\n\", m, e, ldexp(m, 3));",
    "div_t q = div(@i, @n + 1); printf(\"%d %d %d\\n\", q.quot, q.rem, abs(@i / 2));",
    "fputs(@s, stdout); putchar('\\n'); fprintf(stderr, \"%d\\n\", k); fwrite(@s \"  \", 1, 2, stdout);",
    "if ((@i + k) % 5 == 0) { last(); exit(@n); }",
    "mix(puts(@s)); mix(putchar(@c)); mix(fputc(@c, stderr));",
];

/// A program of a case.
#[must_use]
pub fn random_library(seed: u64, case: u32) -> String {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..12].copy_from_slice(&case.to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &key);
    let numbers: Vec<u32> = (0..2000).map(|_| random.next_u32()).collect();
    let mut choices = Choices { numbers: &numbers, at: 0 };
    let mut text = START.to_owned();
    let functions = 2 + choices.below(3);
    for number in 0..functions {
        text += &format!("static void part{number}(int k) {{\n");
        for _ in 0..2 + choices.below(4) {
            text += &format!("    {{ {} }}\n", filled(choices.one_of(PIECES), &mut choices));
        }
        text += "}\n";
    }
    text += "int main(void) {\n    atexit(last);\n";
    for number in 0..functions {
        let turns = 1 + choices.below(4);
        text += &format!("    for (int k = 0; k < {turns}; k++) part{number}(k);\n");
    }
    text + "    return sum % 200;\n}\n"
}

fn filled(piece: &str, choices: &mut Choices<'_>) -> String {
    let mut text = String::new();
    let mut letters = piece.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '@' => text += &argument(letters.next().unwrap_or('@'), choices),
            _ => text.push(letter),
        }
    }
    text
}

fn argument(kind: char, choices: &mut Choices<'_>) -> String {
    match kind {
        'i' => choices.one_of(&["0", "1", "7", "42", "100", "9999", "65535", "1000000"]).to_owned(),
        'n' => choices.below(8).to_string(),
        'c' => choices.one_of(&["'a'", "'Z'", "'0'", "' '", "'x'"]).to_owned(),
        's' => {
            let count = choices.below(7);
            let letter =
                |choices: &mut Choices<'_>| choices.one_of(&["a", "b", "c", "x", "0", " ", "Z"]);
            let word: String = (0..count).map(|_| letter(choices)).collect();
            format!("\"{word}\"")
        }
        'w' => choices
            .one_of(&[
                "\"12\"", "\" -7x\"", "\"0x1f\"", "\"077\"", "\"zz\"", "\"\"", "\"3.25\"",
                "\"1e3\"",
            ])
            .to_owned(),
        'd' => choices
            .one_of(&[
                "0.5",
                "-1.25",
                "3.75",
                "1e10",
                "1.0 / 3",
                "-0.0",
                "123456.789",
                "2.5e-5",
                "1e100",
            ])
            .to_owned(),
        'f' => choices.one_of(&["", "", "-8", "5", "12", "05", "+", "#", " 3"]).to_owned(),
        _ => choices.one_of(&["10", "16", "0", "8", "36"]).to_owned(),
    }
}
