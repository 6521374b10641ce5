// note: havoc loses
// options: --checks unreach
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
struct pair { int first, second; } pair = {1, 2};
int main(void) {
    __CPROVER_havoc_object(&pair.second);
    __CPROVER_postcondition(pair.first == 1, "all of the object is arbitrary");
}
