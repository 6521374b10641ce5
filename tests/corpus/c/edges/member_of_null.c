// note: the address of a member of a null pointer
// options: --checks null
// expect: null=false
// decided-by: scout bmc probe kind explicit
struct pair { int first, second; };
static int *second(struct pair *pair) { return &pair->second; }
int main(void) { return second(0) == 0; }
