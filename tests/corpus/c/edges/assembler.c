// args: --checks all
// expect: maybe
// Assembler code outside of functions may define anything.
__asm__(".globl answer\n.data\nanswer: .long 42\n.text");
extern int answer;
int main(void) { return answer == 42 ? 0 : 1; }
