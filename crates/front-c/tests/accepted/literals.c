/* Constants and strings. */
#include <stddef.h>
int i[] = { 0, 00, 017, 0x1F, 0XAb, 0b101, 1u, 1U, 2147483647 };
unsigned long long l[] = { 1l, 1L, 1ul, 1Lu, 1ll, 1LL, 1ull, 1LLU, 0xFFFFFFFFFFFFFFFF, 18446744073709551615u };
double d[] = { 1., .5, 1.5, 1e3, 1E-3, 1.e+2, .5e1, 0x1p3, 0x1.8p-2, 0X.8P1, 1.5f, 1.5F, 1.5l, 1.5L, 09.5, 1e400L };
int c[] = { 'a', '\n', '\t', '\\', '\'', '"', '\"', '\?', '\0', '\377', '\x41', '\a', '\b', '\f', '\r', '\v', 'ab' };
wchar_t w[] = { L'a', L'\x1234', L'\u00e4' };
const char *s[] = { "", "a" "b" "\0" "1", "\x41" "1", "\"quoted\"", "tab\there", "ä", "\u00e4\U0001F600", u8"x", "a\
b" };
const wchar_t *ws = L"abc" "def" L"\xffff";
const unsigned short *s16 = u"abc" "x";
const unsigned int *s32 = U"abc";
#define STR(x) #x
#define XSTR(x) STR(x)
const char *made = STR(a "b" 'c' \n) XSTR(__LINE__) __FILE__;
int digraphs<:2:> = <% 1, 2 %>;
_Float128 q = 1.5f128 + 1.0Q;
