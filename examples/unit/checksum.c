// Checksums.
#include <stddef.h>

// The remainder of one byte in a cyclic redundancy check of eight bits.
unsigned char crc8_byte(unsigned char crc, unsigned char byte) {
    crc ^= byte;
    for (int i = 0; i < 8; i++) {
        if (crc & 0x80)
            crc = (unsigned char)(crc << 1 ^ 0x07);
        else
            crc = (unsigned char)(crc << 1);
    }
    return crc;
}

// Whether the last digit of a number of four digits is its check digit (Luhn).
int luhn4(const unsigned char digits[4]) {
    int sum = 0;
    if (!digits)
        return 0;
    for (int i = 0; i < 4; i++) {
        int digit = digits[i];
        if (digit > 9)
            return 0;
        if (i % 2 == 0) {
            digit *= 2;
            if (digit > 9)
                digit -= 9;
        }
        sum += digit;
    }
    return sum % 10 == 0;
}

// Two running sums, as in Adler's checksum, over three bytes.
unsigned adler3(const unsigned char data[3]) {
    unsigned a = 1, b = 0;
    if (!data)
        return 1;
    for (int i = 0; i < 3; i++) {
        a += data[i];
        if (a >= 251)
            a -= 251;
        b += a;
        if (b >= 251)
            b -= 251;
    }
    return b << 16 | a;
}

// Checks a frame: a length, that many bytes, and their sum.
int check_frame(const unsigned char frame[5]) {
    unsigned char sum = 0;
    if (!frame)
        return -1;
    unsigned char length = frame[0];
    if (length == 0)
        return 0;
    if (length > 3)
        return -2;
    for (unsigned char i = 1; i <= length; i++)
        sum += frame[i];
    if (sum != frame[length + 1])
        return -3;
    return length;
}
