// note: assembler code outside of functions may define anything
// options: --checks all
// expect: maybe
__asm__(".globl answer\n.data\nanswer: .long 42\n.text");
extern int answer;
int main(void) { return answer == 42 ? 0 : 1; }
