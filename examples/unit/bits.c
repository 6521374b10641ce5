// Bit tricks.

// How many bits are set.
int popcount8(unsigned char byte) {
    int count = 0;
    while (byte) {
        byte &= byte - 1;
        count++;
    }
    return count;
}

// Whether a number is a power of two.
int is_power_of_two(unsigned x) {
    if (x == 0)
        return 0;
    return (x & (x - 1)) == 0;
}

// The position of the highest bit, or -1.
int highest_bit(unsigned x) {
    int position = 0;
    if (x == 0)
        return -1;
    if (x & 0xffff0000u) {
        position += 16;
        x >>= 16;
    }
    if (x & 0xff00u) {
        position += 8;
        x >>= 8;
    }
    if (x & 0xf0u) {
        position += 4;
        x >>= 4;
    }
    if (x & 0xcu) {
        position += 2;
        x >>= 2;
    }
    if (x & 2u)
        position += 1;
    return position;
}

// The sum, or the largest number if it does not fit.
unsigned saturated_add(unsigned a, unsigned b) {
    unsigned sum = a + b;
    if (sum < a)
        return ~0u;
    return sum;
}

// The sign of a number. The last branch cannot be taken.
int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    if (x * x != 0)
        return 2;
    return 0;
}

// Rounds up to a multiple of eight; the test for a remainder can never fail afterwards.
unsigned align8(unsigned size) {
    if (size > 0xfffffff8u)
        return 0;
    size = (size + 7u) & ~7u;
    if (size % 8u != 0)
        return 1;
    return size;
}

// The parity of a byte, by table of nibbles.
int parity(unsigned char byte) {
    static const unsigned char odd[16] = {0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0};
    if (odd[byte >> 4] == odd[byte & 15])
        return 0;
    return 1;
}
