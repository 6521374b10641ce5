int gcd(int a, int b)
{
    int x = a, y = b, z = 1;
    while (z != 0) {
        z = x % y;
        y = z;
        x = y;
    }
    return x;
}
