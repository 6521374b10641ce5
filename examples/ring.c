// A ring buffer whose owner forgot that `%` of a negative number is negative.
#include <stdlib.h>

#define SIZE 4

struct ring {
    int items[SIZE];
    int position;
};

int input(void);

static void put(struct ring *ring, int item) {
    ring->items[ring->position % SIZE] = item;
    ring->position = input() ? ring->position + 1 : ring->position - 1;
}

int main(void) {
    struct ring *ring = calloc(1, sizeof *ring);
    for (int i = 0; i < 3; i++)
        put(ring, i);
    free(ring);
    return 0;
}
