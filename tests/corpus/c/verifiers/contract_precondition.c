// note: contract precondition
// options: --checks unreach --replace next
// expect: assertions=false
// decided-by: bmc probe kind
int nondet_int(void);
int next(int limit)
__CPROVER_requires(limit > 0)
__CPROVER_ensures(__CPROVER_return_value < limit);
int main(void) { next(nondet_int()); }
