// The decimal digits of a float, exactly. It is a whole number times a power of two, and 1 / 2^k is 5^k / 10^k: so its digits are those of a
// whole number, with a point somewhere.
void __tribunal_unsupported(const char *what);

// Nine digits in each word, the last ones first. The longest `double` has 767 digits.
enum { words_at_most = 90, digits_at_most = 9 * words_at_most };
static const unsigned base = 1000000000;

struct whole {
    int count;
    unsigned words[words_at_most];
};

static void append(struct whole *it, unsigned word) {
    if (it->count == words_at_most)
        __tribunal_unsupported("a `long double` of this size as a text");
    it->words[it->count++] = word;
}

static void multiply(struct whole *it, unsigned factor) {
    unsigned long long carry = 0;
    for (int i = 0; i < it->count; i++) {
        carry += (unsigned long long)it->words[i] * factor;
        it->words[i] = (unsigned)(carry % base);
        carry /= base;
    }
    if (carry)
        append(it, (unsigned)carry);
}

static void write_digits(char *digits, const struct whole *it) {
    int at = 0;
    for (int i = it->count - 1; i >= 0; i--)
        for (unsigned unit = base / 10; unit != 0; unit /= 10)
            digits[at++] = (char)(it->words[i] / unit % 10);
}

// One more in the last of some digits. Yields whether there is a new digit in front: then it is 1, and all others are 0.
static int increment(char *digits, int count) {
    for (int i = count - 1; i >= 0; i--) {
        if (digits[i] != 9) {
            digits[i]++;
            return 0;
        }
        digits[i] = 0;
    }
    digits[0] = 1;
    return 1;
}

// The digits of `significand` times two to the power of `exponent`; there is room for 810. Yields how many there are: all others are 0. `point` of
// them stand before the point, which may lie far from them. They are rounded, half to even: to so many `significant` ones, or, if that is negative, to so
// many `places` behind the point.
int __tribunal_digits(char *digits, int *point, unsigned long long significand, int exponent, int significant, int places) {
    *point = 0;
    if (significand == 0)
        return 0;
    while (exponent < 0 && significand % 2 == 0) {
        significand /= 2;
        exponent++;
    }
    struct whole number = {0};
    for (; significand != 0; significand /= base)
        append(&number, (unsigned)(significand % base));
    int left = exponent;
    for (; left >= 24; left -= 24)
        multiply(&number, 1u << 24);
    for (; left > 0; left--)
        multiply(&number, 2);
    for (; left <= -12; left += 12)
        multiply(&number, 244140625);
    for (; left < 0; left++)
        multiply(&number, 5);
    write_digits(digits, &number);
    int count = 9 * number.count, zeros = 0;
    while (digits[zeros] == 0)
        zeros++;
    count -= zeros;
    for (int i = 0; i < count; i++)
        digits[i] = digits[i + zeros];
    *point = exponent < 0 ? count + exponent : count;
    int kept = significant >= 0 ? significant : places > digits_at_most - *point ? digits_at_most : *point + places;
    if (kept >= count)
        return count;
    if (kept < 0)
        return 0;
    int half = digits[kept] == 5, up = digits[kept] > 5;
    for (int i = kept + 1; i < count && half; i++)
        if (digits[i] != 0) {
            half = 0;
            up = 1;
        }
    if (half)
        up = kept > 0 && digits[kept - 1] % 2 == 1;
    if (up && increment(digits, kept)) {
        *point += 1;
        return kept > 0 ? kept : 1;
    }
    return kept;
}
