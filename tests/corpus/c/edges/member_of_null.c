// args: --checks null
// expect: false null
struct pair { int first, second; };
static int *second(struct pair *pair) { return &pair->second; }
int main(void) { return second(0) == 0; }
