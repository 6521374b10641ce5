// note: contract broken
// options: --checks unreach --entry twice
// expect: assertions=false
// decided-by: bmc probe kind
unsigned twice(unsigned x)
__CPROVER_ensures(__CPROVER_return_value >= x);
unsigned twice(unsigned x) { return 2 * x; }
