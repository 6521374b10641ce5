//! The bytes of a NaN: known where it was written down or copied, not where it was computed.

use super::reference::outcome_of;

const COMPUTED: &str = "unsupported: the bytes of a NaN that was computed";

fn goes(body: &str, expected: &str) {
    let text = format!(
        "#include <assert.h>\n#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         union u {{ double d; uint64_t u; float f; uint32_t w; }};\nint main(void) {{ volatile double z = 0; union u x, y; {body} return 0; }}\n"
    );
    assert_eq!(outcome_of(&text), expected, "{body}");
}

#[test]
fn what_is_copied_keeps_its_bytes() {
    goes("x.d = NAN; assert(x.u == 0x7ff8000000000000);", "fine");
    goes("x.d = -NAN; assert(x.u == 0xfff8000000000000);", "fine");
    goes("x.u = 0x7ff8000000001234; y.d = x.d; assert(y.u == x.u && y.d != y.d);", "fine");
    goes(
        "uint32_t w = 0x7fc01234, v; float f; memcpy(&f, &w, 4); memcpy(&v, &f, 4); assert(v == w);",
        "fine",
    );
    goes("char b[8]; snprintf(b, 8, \"%f\", -NAN); assert(!strcmp(b, \"-nan\"));", "fine");
}

#[test]
fn what_is_computed_has_no_bytes_that_are_known() {
    goes("double d = z / z; memcpy(&x.u, &d, 8); assert(x.u >> 63);", COMPUTED);
    goes("x.d = z / z; assert(x.u == 0xfff8000000000000);", COMPUTED);
    goes("x.d = sqrt(z - 1); assert(x.u >> 63);", COMPUTED);
    goes("x.d = fmod(1, z); assert(x.u >> 63);", COMPUTED);
    goes("x.w = 0x7fc01234; y.d = x.f; assert((y.u & 0xffffffff) == 0);", COMPUTED);
    goes("x.u = 0x7ff0dead00000000; y.d = x.d + 0; assert(y.u == 0x7ff8dead00000000);", COMPUTED);
    goes(
        "double d = z / z; unsigned char *p = (unsigned char *)&d; assert(p[7] == 0xff);",
        COMPUTED,
    );
    goes("double d = z / z, e = d; assert(!memcmp(&d, &e, 8));", COMPUTED);
    goes("char b[8]; snprintf(b, 8, \"%f\", z / z); assert(!strcmp(b, \"-nan\"));", COMPUTED);
}

#[test]
fn who_never_looks_calculates_with_nans() {
    goes(
        "double d = z / z, e[2] = { d, 1 }, c[2]; memcpy(c, e, sizeof c); assert(c[0] != c[0] && isnan(d));",
        "fine",
    );
    goes(
        "double *p = malloc(8); *p = z / z; assert(isnan(*p)); free(p); printf(\"%f\\n\", z / z);",
        "fine",
    );
}
