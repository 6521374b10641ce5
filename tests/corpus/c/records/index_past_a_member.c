// note: the access stays inside the struct, but not inside the array
// options: --checks bounds
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
struct packet { int header[4]; int length; };
int main(void) {
    struct packet packet = { { 0 }, 0 };
    for (int i = 0; i <= 4; i++)
        packet.header[i] = i;
    return packet.length;
}
