// What verifiers provide.
typedef __SIZE_TYPE__ size_t;
unsigned char nondet_uchar(void);

void __VERIFIER_nondet_memory(void *to, size_t size) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++)
        bytes[i] = nondet_uchar();
}
