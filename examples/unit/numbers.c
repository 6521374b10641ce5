// Conversions between numbers and text.
#include <stddef.h>

// A decimal number at the start of a text of four characters; -1 if there is none.
int parse_decimal(const char text[4]) {
    int value = 0;
    int digits = 0;
    if (text == NULL)
        return -1;
    for (int i = 0; i < 4; i++) {
        if (text[i] < '0' || text[i] > '9')
            break;
        value = value * 10 + (text[i] - '0');
        digits++;
    }
    if (digits == 0)
        return -1;
    return value;
}

// The value of a hexadecimal digit, or -1.
int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

// Writes a byte as two hexadecimal digits.
int hex_byte(unsigned char byte, char out[3]) {
    static const char digits[] = "0123456789abcdef";
    if (!out)
        return 0;
    out[0] = digits[byte >> 4];
    out[1] = digits[byte & 15];
    out[2] = '\0';
    return 2;
}

// Writes a small number in Roman numerals; returns how many characters, or 0 if it is out of range.
int roman(int number, char out[8]) {
    int length = 0;
    if (!out || number <= 0 || number > 39)
        return 0;
    while (number >= 10) {
        out[length++] = 'X';
        number -= 10;
    }
    if (number == 9) {
        out[length++] = 'I';
        out[length++] = 'X';
        number = 0;
    } else if (number >= 5) {
        out[length++] = 'V';
        number -= 5;
    } else if (number == 4) {
        out[length++] = 'I';
        out[length++] = 'V';
        number = 0;
    }
    while (number-- > 0)
        out[length++] = 'I';
    return length;
}

// The number with its sign written before it: +7, -3; 0 if there is neither.
int parse_signed_digit(const char text[2]) {
    int sign;
    if (!text)
        return 0;
    switch (text[0]) {
    case '+':
        sign = 1;
        break;
    case '-':
        sign = -1;
        break;
    default:
        return 0;
    }
    if (text[1] < '0' || text[1] > '9')
        return 0;
    return sign * (text[1] - '0');
}
