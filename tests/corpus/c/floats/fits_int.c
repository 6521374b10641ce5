// note: conversion of a float that fits
// options: --checks assertions
// expect: true
// decided-by: bmc kind
#include <assert.h>
double nondet_double(void);

int main(void) {
    double d = nondet_double();
    if (!(d > -10.5 && d < 1000.9))
        return 0;
    int i = (int)d;
    assert(i >= -10 && i <= 1000);
    return 0;
}
