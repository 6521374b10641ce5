//! Which functions are called, and with what.

use super::random::Random;

/// Who decides whether a call is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judge {
    /// AddressSanitizer, and then the values.
    Sanitizer,
    /// The values alone: the sanitizer would get in the way.
    Values,
}

/// A function, and how it is called. In the code, `$t` stands for a pointer into block `a`, `$s` for one into block `b` or, now and then, `a`; `$n` for a size,
/// `$c` for a character, `$i` for an `int`, `$l` for a `long`, `$u` for an `unsigned`, `$d` for a `double`, `$f` for a `float`, `$m` for a `double` of moderate
/// size, `$B` for a base, `$e` for `&end` or a null pointer, `$k` for a count of bytes of `a`, `$A` for an alignment, `$z` for a size of memory, `$w` for a wrong base, `$x` for a
/// `double` for which results are often exact.
pub(crate) struct Call {
    pub(crate) name: &'static str,
    pub(crate) code: &'static str,
    pub(crate) judge: Judge,
    /// What the blocks hold.
    pub(crate) content: Content,
    /// Whether the judge sees all that goes wrong.
    pub(crate) is_watched: bool,
    /// Whether the model may refuse.
    pub(crate) may_refuse: bool,
}

/// What blocks hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Nothing,
    /// Nothing; and the call needs headers of the system.
    System,
    Text,
    Wide,
    Integer,
    Float,
}

impl Content {
    fn has_blocks(self) -> bool {
        !matches!(self, Self::Nothing | Self::System)
    }
}

pub(super) const fn text(name: &'static str, code: &'static str) -> Call {
    let (judge, content) = (Judge::Sanitizer, Content::Text);
    Call { name, code, judge, content, is_watched: true, may_refuse: false }
}

pub(super) const fn unwatched(call: Call) -> Call {
    Call { is_watched: false, ..call }
}

const fn wide(name: &'static str, code: &'static str) -> Call {
    Call { content: Content::Wide, ..unwatched(text(name, code)) }
}

const fn number(name: &'static str, code: &'static str) -> Call {
    Call { content: Content::Integer, ..text(name, code) }
}

const fn real(name: &'static str, code: &'static str) -> Call {
    Call { content: Content::Float, may_refuse: true, ..unwatched(text(name, code)) }
}

pub(super) const fn value(name: &'static str, code: &'static str) -> Call {
    Call { content: Content::Nothing, judge: Judge::Values, ..unwatched(text(name, code)) }
}

const fn wrong_base(name: &'static str, code: &'static str) -> Call {
    Call { content: Content::Integer, judge: Judge::Values, ..text(name, code) }
}

/// A function that is known exactly in some cases only.
pub(super) const fn open(name: &'static str, code: &'static str) -> Call {
    Call { may_refuse: true, ..value(name, code) }
}

#[rustfmt::skip]
pub(crate) const CALLS: &[Call] = &[
    text("strlen", "show(strlen($s));"),
    text("strnlen", "show(strnlen($s, $n));"),
    text("strcpy", "where(strcpy($t, $s), a);"),
    unwatched(text("stpcpy", "where(stpcpy($t, $s), a);")),
    text("strncpy", "where(strncpy($t, $s, $n), a);"),
    unwatched(text("stpncpy", "where(stpncpy($t, $s, $n), a);")),
    text("strcat", "where(strcat($t, $s), a);"),
    text("strncat", "where(strncat($t, $s, $n), a);"),
    text("strcmp", "sign(strcmp($t, $s));"),
    text("strncmp", "sign(strncmp($t, $s, $n));"),
    text("strcasecmp", "sign(strcasecmp($t, $s));"),
    text("strncasecmp", "sign(strncasecmp($t, $s, $n));"),
    unwatched(text("strcoll", "sign(strcoll($t, $s));")),
    text("memcmp", "sign(memcmp($t, $s, $n));"),
    unwatched(text("bcmp", "show(bcmp($t, $s, $n) != 0);")),
    text("memchr", "where(memchr($t, $c, $n), a);"),
    text("memrchr", "where(memrchr($t, $c, $n), a);"),
    unwatched(text("rawmemchr", "where(rawmemchr($t, $c), a);")),
    text("memmem", "where(memmem(a, na, $s, $n), a);"),
    text("strchr", "where(strchr($t, $c), a);"),
    text("strrchr", "where(strrchr($t, $c), a);"),
    text("index", "where(index($t, $c), a);"),
    unwatched(text("rindex", "where(rindex($t, $c), a);")),
    text("strchrnul", "where(strchrnul($t, $c), a);"),
    text("strspn", "show(strspn($t, $s));"),
    text("strcspn", "show(strcspn($t, $s));"),
    text("strpbrk", "where(strpbrk($t, $s), a);"),
    unwatched(text("strstr", "where(strstr($t, $s), a);")),
    unwatched(text("strcasestr", "where(strcasestr($t, $s), a);")),
    text("memcpy", "where(memcpy($t, $s, $n), a);"),
    text("memmove", "where(memmove($t, $s, $n), a);"),
    unwatched(text("mempcpy", "where(mempcpy($t, $s, $n), a);")),
    text("memset", "where(memset($t, $c, $n), a);"),
    unwatched(text("memccpy", "where(memccpy($t, $s, $c, $n), a);")),
    unwatched(text("bzero", "bzero($t, $n);")),
    unwatched(text("explicit_bzero", "explicit_bzero($t, $n);")),
    unwatched(text("bcopy", "bcopy($s, $t, $n);")),
    unwatched(text("swab", "swab($s, $t, $i);")),
    text("strdup", "char *r = strdup($s); show(strlen(r)); bytes(r, strlen(r)); free(r);"),
    text("strndup", "char *r = strndup($s, $n); show(strlen(r)); bytes(r, strlen(r)); free(r);"),
    unwatched(text("strxfrm", "show(strxfrm($t, $s, $n));")),
    unwatched(text("strtok", "char *r = strtok($t, $s); where(r, a); for (int i = 0; i < 3; i++) where(r = strtok(0, (char *)b), a);")),
    unwatched(text("strtok_r", "char *end = (char *)a; where(strtok_r($t, $s, &end), a); where(end, a); where(strtok_r(0, (char *)b, &end), a); where(end, a);")),
    unwatched(text("strsep", "char *end = $t; where(strsep(&end, $s), a); where(end, a); where(strsep(&end, $s), a); where(end, a);")),
    unwatched(text("qsort", "qsort(a, $k, 1, by_byte);")),
    unwatched(text("bsearch", "unsigned char key = $c; qsort(a, na, 1, by_byte); void *r = bsearch(&key, a, na, 1, by_byte); show(r != 0); if (r) show(*(unsigned char *)r);")),
    wide("wcslen", "show(wcslen($s));"),
    wide("wcsnlen", "show(wcsnlen($s, $n));"),
    wide("wcscpy", "where(wcscpy($t, $s), a);"),
    wide("wcpcpy", "where(wcpcpy($t, $s), a);"),
    wide("wcsncpy", "where(wcsncpy($t, $s, $n), a);"),
    wide("wcpncpy", "where(wcpncpy($t, $s, $n), a);"),
    wide("wcscat", "where(wcscat($t, $s), a);"),
    wide("wcsncat", "where(wcsncat($t, $s, $n), a);"),
    wide("wcscmp", "show(wcscmp($t, $s));"),
    wide("wcsncmp", "show(wcsncmp($t, $s, $n));"),
    wide("wcschr", "where(wcschr($t, $c), a);"),
    wide("wcschrnul", "where(wcschrnul($t, $c), a);"),
    wide("wcsrchr", "where(wcsrchr($t, $c), a);"),
    wide("wcsspn", "show(wcsspn($t, $s));"),
    wide("wcscspn", "show(wcscspn($t, $s));"),
    wide("wcspbrk", "where(wcspbrk($t, $s), a);"),
    wide("wcsstr", "where(wcsstr($t, $s), a);"),
    wide("wcsdup", "wchar_t *r = wcsdup($s); show(wcslen(r)); free(r);"),
    wide("wmemchr", "where(wmemchr($t, $c, $n), a);"),
    wide("wmemcmp", "sign(wmemcmp($t, $s, $n));"),
    wide("wmemcpy", "where(wmemcpy($t, $s, $n), a);"),
    wide("wmempcpy", "where(wmempcpy($t, $s, $n), a);"),
    wide("wmemmove", "where(wmemmove($t, $s, $n), a);"),
    wide("wmemset", "where(wmemset($t, $c, $n), a);"),
    number("atoi", "show(atoi($s));"),
    number("atol", "show(atol($s));"),
    number("atoll", "show(atoll($s));"),
    number("strtol", "char *end = (char *)b; show(strtol((char *)b, $e, $B)); where(end, b);"),
    number("strtoll", "char *end = (char *)b; show(strtoll((char *)b, $e, $B)); where(end, b);"),
    unwatched(number("strtoul", "char *end = (char *)b; show(strtoul((char *)b, &end, $B)); where(end, b);")),
    unwatched(number("strtoull", "char *end = (char *)b; show(strtoull((char *)b, &end, $B)); where(end, b);")),
    unwatched(number("strtoimax", "char *end = (char *)b; show(strtoimax((char *)b, $e, $B)); where(end, b);")),
    unwatched(number("strtoumax", "char *end = (char *)b; show(strtoumax((char *)b, &end, $B)); where(end, b);")),
    real("strtod", "char *end = (char *)b; real(strtod((char *)b, $e)); where(end, b);"),
    real("strtof", "char *end = (char *)b; single(strtof((char *)b, $e)); where(end, b);"),
    real("strtold", "char *end = (char *)b; extended(strtold((char *)b, $e)); where(end, b);"),
    real("atof", "real(atof((char *)b));"),
    wrong_base("strtol", "char *end = (char *)b; show(strtol((char *)b, $e, $w)); where(end, b);"),
    wrong_base("strtoul", "char *end = (char *)b; show(strtoul((char *)b, $e, $w)); where(end, b);"),
    open("sin", "real(sin($x)); real(cos($x));"),
    open("tan", "real(tan($x)); real(atan($x));"),
    open("asin", "real(asin($x)); real(acos($x));"),
    open("exp", "real(exp($x));"),
    open("log", "real(log($x)); real(log2($x)); real(log10($x));"),
    open("pow", "real(pow($x, $x));"),
    open("hypot", "real(hypot($x, $x));"),
    value("fabsl", "extended(fabsl($d)); extended(sqrtl(4.0L)); extended(floorl($d)); extended(ceill($d)); extended(truncl($d)); extended(roundl($d)); extended(rintl($d));"),
    value("fmodl", "extended(fmodl($d, $d)); extended(fmaxl($d, $d)); extended(fminl($d, $d)); extended(copysignl($d, $m)); extended(nearbyintl($d));"),
    value("abs", "show(abs($i));"),
    value("labs", "show(labs($l));"),
    value("llabs", "show(llabs($l));"),
    value("imaxabs", "show(imaxabs($l));"),
    value("ffs", "show(ffs($i));"),
    value("ffsl", "show(ffsl($l));"),
    value("ffsll", "show(ffsll($l));"),
    value("div", "div_t r = div($i, $i); show(r.quot); show(r.rem);"),
    value("ldiv", "ldiv_t r = ldiv($l, $l); show(r.quot); show(r.rem);"),
    value("lldiv", "lldiv_t r = lldiv($l, $l); show(r.quot); show(r.rem);"),
    value("imaxdiv", "imaxdiv_t r = imaxdiv($l, $l); show(r.quot); show(r.rem);"),
    value("rand_r", "unsigned s = $u; show(rand_r(&s)); show(s); show(rand_r(&s)); show(s);"),
    value("isalnum", "show(isalnum($c) != 0);"),
    value("isalpha", "show(isalpha($c) != 0);"),
    value("isascii", "show(isascii($i) != 0);"),
    value("isblank", "show(isblank($c) != 0);"),
    value("iscntrl", "show(iscntrl($c) != 0);"),
    value("isdigit", "show(isdigit($c) != 0);"),
    value("isgraph", "show(isgraph($c) != 0);"),
    value("islower", "show(islower($c) != 0);"),
    value("isprint", "show(isprint($c) != 0);"),
    value("ispunct", "show(ispunct($c) != 0);"),
    value("isspace", "show(isspace($c) != 0);"),
    value("isupper", "show(isupper($c) != 0);"),
    value("isxdigit", "show(isxdigit($c) != 0);"),
    value("toascii", "show(toascii($i));"),
    value("tolower", "show(tolower($i)); show(tolower($c));"),
    value("toupper", "show(toupper($i)); show(toupper($c));"),
    value("raise", "show(raise(SIGCHLD)); show(signal($i % 16, SIG_IGN) == SIG_ERR); show(raise(0)); show(raise(-1));"),
    value("signal", "show(signal($i % 70, SIG_IGN) == SIG_ERR); show(signal(SIGUSR1, SIG_DFL) == SIG_IGN);"),
    value("sigaction", "struct sigaction a = { 0 }; a.sa_handler = SIG_IGN; show(sigaction($i % 70, &a, 0));"),
    value("sigaddset", "sigset_t s; memset(&s, $c, sizeof s); show(sigaddset(&s, $i % 70)); bytes(&s, sizeof s);"),
    value("sigdelset", "sigset_t s; memset(&s, $c, sizeof s); show(sigdelset(&s, $i % 70)); bytes(&s, sizeof s);"),
    value("sigismember", "sigset_t s; memset(&s, $c, sizeof s); show(sigismember(&s, $i % 70)); bytes(&s, sizeof s);"),
    value("sigemptyset", "sigset_t s; memset(&s, $c, sizeof s); show(sigemptyset(&s)); bytes(&s, sizeof s);"),
    value("sigfillset", "sigset_t s; memset(&s, $c, sizeof s); show(sigfillset(&s)); bytes(&s, sizeof s);"),
    value("fesetround", "show(fesetround(0)); show(fesetround(3)); show(fegetround());"),
    value("setlocale", "char *r = setlocale($i % 20, 0); show(r != 0); if (r) bytes(r, 2);"),
    value("getpagesize", "show(getpagesize());"),
    value("gmtime_r", "time_t t = $l; struct tm d; struct tm *p = gmtime_r(&t, &d); show(p != 0); if (p) { show(d.tm_sec + 60 * d.tm_min + 3600 * d.tm_hour); show(d.tm_mday); show(d.tm_mon); show(d.tm_year); show(d.tm_wday); show(d.tm_yday); show(d.tm_isdst + d.tm_gmtoff); }"),
    value("gmtime", "time_t t = $l % 9999999999L; show(gmtime(&t) == gmtime(&t)); show(gmtime(&t)->tm_yday);"),
    value("timegm", "struct tm d = {$i % 99, $i % 99, $i % 99, $i % 99, $i % 99, $i}; show(timegm(&d)); show(d.tm_mday); show(d.tm_mon); show(d.tm_year); show(d.tm_wday);"),
    value("asctime_r", "time_t t = $l % 99999999999L; struct tm d; char s[26]; gmtime_r(&t, &d); d.tm_year = 1 + $u % 8000; bytes(asctime_r(&d, s), 26);"),
    value("strftime", "time_t t = $u; struct tm d; char s[90]; gmtime_r(&t, &d); size_t n = strftime(s, $n + 60, \"%c %D|%e %F %I:%p %j %U %W %u %C %y %B %A\", &d); show(n); if (n) bytes(s, n + 1);"),
    value("asctime", "struct tm d = {1, 2, 3, 4, 5, 6}; bytes(asctime(&d), 26);"),
    value("nextafter", "real(nextafter($d, $d)); single(nextafterf($f, $f));"),
    value("remainder", "real(remainder($d, $m)); single(remainderf($f, $f)); real(drem($m, 3));"),
    value("ilogb", "show(ilogb($d)); show(ilogbf($f)); real(logb($d)); single(logbf($f));"),
    value("ldexpf", "single(ldexpf($f, $i % 300)); single(scalbnf($f, $i)); single(scalblnf($f, $l)); real(scalbln($d, $l));"),
    value("frexpf", "int n = 7; float x = $f; float y = frexpf(x, &n); single(y); if (x - x == 0) show(n);"),
    value("modff", "float whole; single(modff($f, &whole)); single(whole);"),
    value("fdimf", "single(fdimf($f, $f));"),
    value("lroundf", "float x = (int)fmod($m, 1e6); show(lroundf(x / 4)); show(llroundf(x / 4)); show(lrintf(x / 4)); show(llrintf(x / 4));"),
    open("fma", "real(fma($m, $m, $m)); real(fma($m, 1 / $m, -1)); single(fmaf($f, $f, $f)); single(fmaf($f, 1 / $f, -1));"),
    value("roundeven", "real(roundeven($d)); single(roundevenf($f)); real(roundeven($i + 0.5));"),
    open("atan2", "real(atan2($x, $x));"),
    open("sinh", "real(sinh($x)); real(cosh($x)); real(tanh($x));"),
    open("asinh", "real(asinh($x)); real(acosh($x)); real(atanh($x));"),
    open("exp2", "real(exp2($x)); real(expm1($x)); real(log1p($x));"),
    open("cbrt", "real(cbrt($x)); real(erf($x)); real(erfc($x));"),
    open("lgamma", "real(lgamma($x)); real(tgamma($x));"),
    open("sincos", "double s, c; sincos($x, &s, &c); real(s); real(c);"),
    open("sinf", "single(sinf($x)); single(cosf($x)); single(tanf($x)); single(atanf($x));"),
    open("asinf", "single(asinf($x)); single(acosf($x)); single(atan2f($x, $x));"),
    open("expf", "single(expf($x)); single(exp2f($x)); single(expm1f($x)); single(log1pf($x));"),
    open("logf", "single(logf($x)); single(log2f($x)); single(log10f($x));"),
    open("powf", "single(powf($x, $x)); single(hypotf($x, $x));"),
    open("sinhf", "single(sinhf($x)); single(coshf($x)); single(tanhf($x)); single(cbrtf($x));"),
    open("asinhf", "single(asinhf($x)); single(acoshf($x)); single(atanhf($x));"),
    open("erff", "single(erff($x)); single(erfcf($x)); single(lgammaf($x)); single(tgammaf($x));"),
    value("qsort_r", "int order(const void *p, const void *q, void *times) { return *(int *)times * (*(const int *)p - *(const int *)q); } int list[5] = {$c, $c, $c, $c, $c}, times = -1; qsort_r(list, $u % 6, sizeof(int), order, &times); bytes(list, sizeof list);"),
    value("strerror", "char *r = strerror($i % 200); show(strlen(r)); bytes(r, strlen(r) + 1);"),
    value("localeconv", "struct lconv *l = localeconv(); show(l->decimal_point[0]); show(l->thousands_sep[0]); show(l->frac_digits + l->n_sign_posn + l->int_n_sign_posn);"),
    value("localtime_r", "time_t t = $l; struct tm d; struct tm *p = localtime_r(&t, &d); show(p != 0); if (p) { show(d.tm_sec + 60 * d.tm_min + 3600 * d.tm_hour); show(d.tm_mday); show(d.tm_mon); show(d.tm_year); show(d.tm_wday); show(d.tm_yday); show(d.tm_isdst + d.tm_gmtoff); }"),
    value("localtime", "time_t t = $l % 9999999999L; show(localtime(&t) == gmtime(&t)); show(localtime(&t)->tm_yday);"),
    value("mktime", "struct tm d = {$i % 99, $i % 99, $i % 99, $i % 99, $i % 99, $i % 9999}; d.tm_isdst = -($i & 1); show(mktime(&d)); show(d.tm_mday); show(d.tm_mon); show(d.tm_year); show(d.tm_wday); show(d.tm_isdst);"),
    value("ctime_r", "time_t t = $u; char s[26]; bytes(ctime_r(&t, s), 26); bytes(ctime(&t), 26);"),
    value("iswalpha", "show(iswalpha($c) != 0); show(iswalnum($c) != 0); show(iswdigit($c) != 0); show(iswspace($c) != 0); show(iswprint($c) != 0); show(iswpunct($c) != 0);"),
    value("iswupper", "show(iswupper($c) != 0); show(iswlower($c) != 0); show(iswblank($c) != 0); show(iswcntrl($c) != 0); show(iswgraph($c) != 0); show(iswxdigit($c) != 0);"),
    value("towupper", "show(towupper($c)); show(towlower($c));"),
    open("btowc", "show(btowc($c)); show(wctob($c));"),
    open("mbtowc", "wchar_t w = 7; show(mbtowc(&w, (char[2]){$c}, $u % 3)); show(w); show(mblen((char[2]){$c}, $u % 3)); show(mbtowc(0, 0, 3));"),
    open("mbrtowc", "wchar_t w = 7; mbstate_t m = {0}; show(mbrtowc(&w, (char[2]){$c}, $u % 3, &m)); show(w); show(mbrlen((char[2]){$c}, $u % 3, &m)); show(mbsinit(&m) != 0);"),
    open("wctomb", "char s[8] = {5}; mbstate_t m = {0}; show(wctomb(s, $c)); show(s[0]); show(wcrtomb(s, $c, &m)); show(s[0]); show(wctomb(0, 0));"),
    open("mbstowcs", "wchar_t w[4] = {9, 9, 9, 9}; show(mbstowcs(w, (char[3]){$c, $c}, $u % 4)); bytes(w, sizeof w); show(mbstowcs(0, (char[3]){$c, 'b'}, 0));"),
    open("wcstombs", "char s[4] = {9, 9, 9, 9}; show(wcstombs(s, (wchar_t[3]){$c, $c}, $u % 4)); bytes(s, sizeof s); show(wcstombs(0, (wchar_t[3]){$c, 'b'}, 0));"),
    value("htons", "show(htons($i)); show(ntohs($u));"),
    value("htonl", "show(htonl($u)); show(ntohl($i));"),
    value("difftime", "real(difftime($l, $l));"),
    value("fabs", "real(fabs($d)); single(fabsf($f));"),
    value("sqrt", "real(sqrt($d)); single(sqrtf($f));"),
    value("floor", "real(floor($d)); single(floorf($f));"),
    value("ceil", "real(ceil($d)); single(ceilf($f));"),
    value("trunc", "real(trunc($d)); single(truncf($f));"),
    value("round", "real(round($d)); single(roundf($f));"),
    value("rint", "real(rint($d)); single(rintf($f));"),
    value("nearbyint", "real(nearbyint($d)); single(nearbyintf($f));"),
    value("fmod", "real(fmod($d, $d)); single(fmodf($f, $f));"),
    value("fmax", "real(fmax($d, $d)); single(fmaxf($f, $f));"),
    value("fmin", "real(fmin($d, $d)); single(fminf($f, $f));"),
    value("copysign", "real(copysign($d, $m)); single(copysignf($f, $m));"),
    value("fdim", "real(fdim($d, $d));"),
    value("frexp", "int e; real(frexp($d, &e)); show(e);"),
    value("ldexp", "real(ldexp($d, $i % 2200));"),
    value("scalbn", "real(scalbn($d, $i % 2200));"),
    value("modf", "double w; real(modf($d, &w)); real(w);"),
    value("lround", "show(lround($m)); show(llround($m));"),
    value("lrint", "show(lrint($m)); show(llrint($m));"),
    value("isnan", "show(isnan($d) != 0); show(isinf($d)); show(signbit($m) != 0); show(isfinite($d) != 0); show(isnormal($d) != 0); show(fpclassify($d));"),
    value("malloc", "char *p = malloc($z); show(p != 0); show((uintptr_t)p % 16);"),
    value("calloc", "char *p = calloc($z, $z); show(p != 0); show((uintptr_t)p % 16); if (p && $k > 100) show(p[0]);"),
    value("realloc", "char *p = realloc(malloc(8), $z | 1); show(p != 0); show((uintptr_t)p % 16);"),
    value("reallocarray", "char *p = reallocarray(malloc(8), $z | 1, $z | 1); show(p != 0); show((uintptr_t)p % 16);"),
    value("memalign", "char *p = memalign($A, $z); show(p != 0); show((uintptr_t)p % 16);"),
    value("aligned_alloc", "char *p = aligned_alloc($A, $z); show(p != 0); show((uintptr_t)p % 16);"),
    value("valloc", "char *p = valloc($z); show(p != 0); show((uintptr_t)p % 4096);"),
    value("pvalloc", "char *p = pvalloc($z); show(p != 0); show((uintptr_t)p % 4096);"),
    value("posix_memalign", "void *p = (void *)8; size_t n = $A; int r = posix_memalign(&p, n, $z); show(r); show(r ? p == (void *)8 : (uintptr_t)p % n == 0);"),
];

/// The code of a call, with blocks and arguments.
pub(crate) fn body(call: &Call, random: &mut Random) -> String {
    let mut text = String::new();
    let mut sizes = [0, 0];
    if call.content.has_blocks() {
        for (size, name) in sizes.iter_mut().zip(["a", "b"]) {
            let bytes = block(call.content, random);
            *size = bytes.len();
            let literal: String = bytes.iter().map(|it| format!("\\{it:03o}")).collect();
            text += &format!(
                "size_t n{name} = {size}; unsigned char *{name} = block(n{name}, \"{literal}\");\n"
            );
        }
    }
    text += "errno = 0; ";
    // Only of some functions the judge tells where areas overlap that must not.
    let overlaps = random.one_in(8) && (call.is_watched || call.name.contains("move"));
    let mut code = call.code.chars();
    while let Some(letter) = code.next() {
        match letter {
            '$' => {
                text += &argument(code.next().unwrap_or('$'), call.content, sizes, overlaps, random)
            }
            _ => text.push(letter),
        }
    }
    text += " show(errno);";
    if call.content.has_blocks() {
        text += " bytes(a, na); bytes(b, nb);";
    }
    text
}

fn block(content: Content, random: &mut Random) -> Vec<u8> {
    let mut bytes = match content {
        Content::Nothing | Content::System => Vec::new(),
        Content::Text => {
            let letters = b"aaabbA ,,\x80\xff\xe1\0\0";
            (0..random.below(9)).map(|_| letters[random.below(letters.len())]).collect()
        }
        Content::Wide => {
            let letters = [97, 97, 98, 98, 65, 0x80, 0xff, 0x7fff_ffff, -1, 0, 0];
            let letter = |random: &mut Random| letters[random.below(letters.len())];
            (0..random.below(6)).flat_map(|_| i32::to_le_bytes(letter(random))).collect()
        }
        Content::Integer => integer_text(random).into_bytes(),
        Content::Float => float_text(random).into_bytes(),
    };
    // Most texts have an end.
    if !random.one_in(8) {
        bytes.extend(if content == Content::Wide { vec![0; 4] } else { vec![0] });
    }
    bytes
}

fn integer_text(random: &mut Random) -> String {
    let start =
        random.choose(&["", "", "", " ", "\t \n", "-", "+", " -", "+-", "0", "0x", "-0x", "0X"]);
    let known = [
        "",
        "0",
        "7",
        "9223372036854775807",
        "9223372036854775808",
        "9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "2147483648",
        "99999999999999999999",
        "zz",
        "8f",
    ];
    let mut text = start.to_owned() + random.choose(&known);
    let letters = b"0011223456789abfgxXzZ- ";
    for _ in 0..random.below(4) {
        text.push(letters[random.below(letters.len())].into());
    }
    text
}

fn float_text(random: &mut Random) -> String {
    let start = random.choose(&["", "", "", " ", "-", "+", "\n-"]);
    let words = [
        "inf",
        "-INFINITY",
        "nan",
        "infinit",
        "nan()",
        "na",
        "",
        ".",
        "e5",
        "0x",
        "0x.8p1",
        "0x1.8",
        "0x1p-3z",
        "1e",
        "1e+",
        ".5e1",
        "1.e2",
        "0x1.fffffffffffffp3",
    ];
    if random.one_in(4) {
        return start.to_owned() + random.choose(&words);
    }
    let digits = |most: usize, random: &mut Random| -> String {
        (0..random.below(most))
            .map(|_| char::from(b'0' + u8::try_from(random.below(10)).unwrap_or(0)))
            .collect()
    };
    let (whole, part) = (digits(10, random), digits(9, random));
    let power = random.choose(&["", "", "", "e1", "e-3", "E+7", "e-9", "e15", "x", "e999"]);
    match random.below(3) {
        0 => format!("{start}{whole}{power}"),
        1 => format!("{start}{whole}.{part}"),
        _ => format!("{start}{whole}.{part}{power}"),
    }
}

fn argument(
    kind: char,
    content: Content,
    sizes: [usize; 2],
    overlaps: bool,
    random: &mut Random,
) -> String {
    let (unit, ty) = if content == Content::Wide { (4, "wchar_t") } else { (1, "char") };
    let pointer = |name: &str, size: usize, random: &mut Random| {
        let far = if random.one_in(3) { size / unit + 1 } else { 1.min(size / unit + 1) };
        format!("(({ty} *){name} + {})", random.below(far))
    };
    let small = random.below(12).to_string();
    match kind {
        't' => pointer("a", sizes[0], random),
        's' if overlaps => pointer("a", sizes[0], random),
        's' => pointer("b", sizes[1], random),
        'n' => match random.below(8) {
            0 => random.choose(&["0", "(size_t)-1", "(size_t)-4", "100"]).to_owned(),
            _ => random.below(sizes[0].min(sizes[1]) / unit + 2).to_string(),
        },
        'k' => random.below(sizes[0] + 1).to_string(),
        'c' if content == Content::Wide => {
            random.choose(&["97", "98", "0", "-1", "128", "65"]).to_owned()
        }
        'c' => random
            .choose(&[
                "'a'", "'b'", "0", "128", "255", "-1", "'A'", "' '", "'9'", "'~'", "127", "-128",
                "'\\t'", "'f'", "'Z'",
            ])
            .to_owned(),
        'i' => match random.below(3) {
            0 => random
                .choose(&["0", "1", "-1", "(-2147483647 - 1)", "2147483647", "64", "32", "33"])
                .to_owned(),
            1 => small,
            _ => format!("({})", random.next() as u32 as i32 as i64),
        },
        'u' => format!("{}u", random.next() as u32),
        'l' => match random.below(3) {
            0 => random
                .choose(&["0L", "1L", "-1L", "(-9223372036854775807L - 1)", "9223372036854775807L"])
                .to_owned(),
            1 => small + "L",
            _ => format!("(long){}UL", random.next()),
        },
        'B' => random.choose(&["10", "10", "16", "8", "0", "0", "2", "36"]).to_owned(),
        'w' => random.choose(&["1", "37", "-5"]).to_owned(),
        'x' => random
            .choose(&[
                "0.0",
                "-0.0",
                "1.0",
                "-1.0",
                "2.0",
                "-2.5",
                "(1.0 / 0.0)",
                "(-1.0 / 0.0)",
                "__builtin_nan(\"\")",
                "0.0",
                "1.0",
            ])
            .to_owned(),
        'e' => random.choose(&["&end", "&end", "0"]).to_owned(),
        'A' => random
            .choose(&[
                "0",
                "1",
                "8",
                "16",
                "24",
                "32",
                "48",
                "64",
                "100",
                "4096",
                "(size_t)-1",
                "(size_t)-9",
            ])
            .to_owned(),
        'z' => random
            .choose(&["0", "1", "7", "100", "(size_t)-1", "(size_t)-4", "((size_t)1 << 63)"])
            .to_owned(),
        'm' => match random.below(2) {
            0 => format!(
                "{}.{}",
                random.next() as i32 as i64,
                random.choose(&["0", "5", "25", "49999999999999", "50000001"])
            ),
            _ => random
                .choose(&[
                    "0.5",
                    "-0.5",
                    "1.5",
                    "2.5",
                    "-2.5",
                    "0.49999999999999994",
                    "4503599627370497.5",
                    "-0.0",
                    "1e-310",
                ])
                .to_owned(),
        },
        'f' => match random.below(2) {
            0 => random
                .choose(&[
                    "0.0f",
                    "-0.0f",
                    "1.5f",
                    "(1.0f / 0.0f)",
                    "(-1.0f / 0.0f)",
                    "__builtin_nanf(\"\")",
                    "1e-45f",
                    "3.4e38f",
                    "-2.5f",
                    "16777217.0f",
                ])
                .to_owned(),
            _ => format!("(float){}e{}", random.next() as i32, random.below(20) as i32 - 12),
        },
        _ => match random.below(2) {
            0 => random
                .choose(&[
                    "0.0",
                    "-0.0",
                    "1.0",
                    "-1.5",
                    "(1.0 / 0.0)",
                    "(-1.0 / 0.0)",
                    "__builtin_nan(\"\")",
                    "4.9e-324",
                    "2.2250738585072014e-308",
                    "1.7976931348623157e308",
                    "0.1",
                    "-2.5",
                    "4503599627370496.5",
                    "9007199254740993.0",
                ])
                .to_owned(),
            _ => format!("{}e{}", random.next() as i64, random.below(60) as i32 - 45),
        },
    }
}
