// Strings and small parsers.
#include <stddef.h>

// The length of a text, at most so much.
size_t bounded_length(const char text[4], size_t most) {
    size_t length = 0;
    if (!text)
        return 0;
    if (most > 4)
        most = 4;
    while (length < most && text[length] != '\0')
        length++;
    return length;
}

// Compares two texts of at most three characters.
int compare(const char a[4], const char b[4]) {
    if (!a || !b)
        return 0;
    for (int i = 0; i < 3; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x < y)
            return -1;
        if (x > y)
            return 1;
        if (x == 0)
            break;
    }
    return 0;
}

// Drops spaces at the start.
int trim(char text[4]) {
    int from = 0, to = 0;
    if (!text)
        return 0;
    while (from < 3 && (text[from] == ' ' || text[from] == '\t'))
        from++;
    if (from == 0)
        return 0;
    while (from < 4)
        text[to++] = text[from++];
    while (to < 4)
        text[to++] = '\0';
    return 1;
}

enum token { END, NUMBER, NAME, PLUS, MINUS, OPEN, CLOSE, BAD };

// The next token of an expression.
enum token next_token(const char *text, int *length) {
    if (!text || !length)
        return BAD;
    *length = 1;
    switch (*text) {
    case '\0':
        *length = 0;
        return END;
    case '+':
        return PLUS;
    case '-':
        return MINUS;
    case '(':
        return OPEN;
    case ')':
        return CLOSE;
    }
    if (*text >= '0' && *text <= '9') {
        while (*length < 3 && text[*length] >= '0' && text[*length] <= '9')
            ++*length;
        return NUMBER;
    }
    if ((*text >= 'a' && *text <= 'z') || *text == '_')
        return NAME;
    return BAD;
}

// Whether brackets match.
int balanced(const char text[4]) {
    int depth = 0;
    if (!text)
        return 0;
    for (int i = 0; i < 4 && text[i]; i++) {
        if (text[i] == '(')
            depth++;
        else if (text[i] == ')') {
            if (depth == 0)
                return 0;
            depth--;
        }
    }
    return depth == 0;
}

// The class of the first byte of a character in UTF-8: how many bytes it has, 0 if it is none.
int utf8_length(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first < 0xc2)
        return 0;
    if (first < 0xe0)
        return 2;
    if (first < 0xf0)
        return 3;
    if (first < 0xf5)
        return 4;
    return 0;
}

// Decodes a digit of base 64.
int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    if (c == '/')
        return 63;
    return -1;
}
