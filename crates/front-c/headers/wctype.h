/* C11 7.30. */
#pragma once
#include <features.h>
typedef __WINT_TYPE__ wint_t;
typedef unsigned long wctype_t;
typedef const int *wctrans_t;
#undef WEOF
#define WEOF (0xffffffffu)
int iswalnum(wint_t c);
int iswalpha(wint_t c);
int iswblank(wint_t c);
int iswcntrl(wint_t c);
int iswctype(wint_t c, wctype_t property);
int iswdigit(wint_t c);
int iswgraph(wint_t c);
int iswlower(wint_t c);
int iswprint(wint_t c);
int iswpunct(wint_t c);
int iswspace(wint_t c);
int iswupper(wint_t c);
int iswxdigit(wint_t c);
wctype_t wctype(const char *property);
wint_t towlower(wint_t c);
wint_t towupper(wint_t c);
wint_t towctrans(wint_t c, wctrans_t mapping);
wctrans_t wctrans(const char *property);
