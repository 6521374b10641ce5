// note: a conversion that loses bits
// options: --checks conversion
// expect: conversion=false
// decided-by: bmc probe kind
int nondet_int(void);

int main(void) {
    unsigned char c = nondet_int();
    return c;
}
