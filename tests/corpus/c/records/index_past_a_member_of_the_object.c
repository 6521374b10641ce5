// note: the access stays inside the struct, and nothing else is asked for
// options: --checks bounds --bounds object
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
struct packet { int header[4]; int length; };
int main(void) {
    struct packet packet = { { 0 }, 0 };
    for (int i = 0; i <= 4; i++)
        packet.header[i] = i;
    return packet.length;
}
