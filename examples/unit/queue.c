// A ring buffer, and a list.
#include <stddef.h>

#define SIZE 4

struct ring {
    int items[SIZE];
    unsigned head, count;
};

// Puts an item at the end; 0 if the buffer is full or broken.
int ring_put(struct ring *ring, int item) {
    if (!ring || ring->head >= SIZE || ring->count > SIZE)
        return 0;
    if (ring->count == SIZE)
        return 0;
    unsigned tail = ring->head + ring->count;
    if (tail >= SIZE)
        tail -= SIZE;
    ring->items[tail] = item;
    ring->count++;
    return 1;
}

// Takes the first item.
int ring_take(struct ring *ring, int *item) {
    if (!ring || !item || ring->head >= SIZE)
        return 0;
    if (ring->count == 0)
        return 0;
    *item = ring->items[ring->head];
    ring->head++;
    if (ring->head == SIZE)
        ring->head = 0;
    ring->count--;
    return 1;
}

// Finds an item.
int ring_find(const struct ring *ring, int item) {
    if (!ring || ring->count > SIZE || ring->head >= SIZE)
        return -1;
    for (unsigned i = 0; i < ring->count; i++) {
        if (ring->items[(ring->head + i) % SIZE] == item)
            return (int)i;
    }
    return -1;
}

struct node {
    int value;
    struct node *next;
};

// The largest value of a list, or a default.
int list_max(const struct node *list, int otherwise) {
    int max;
    if (!list)
        return otherwise;
    max = list->value;
    while (list->next) {
        list = list->next;
        if (list->value > max)
            max = list->value;
    }
    return max;
}

// Sorts three numbers.
void sort3(int a[3]) {
    int t;
    if (!a)
        return;
    if (a[0] > a[1]) {
        t = a[0];
        a[0] = a[1];
        a[1] = t;
    }
    if (a[1] > a[2]) {
        t = a[1];
        a[1] = a[2];
        a[2] = t;
        if (a[0] > a[1]) {
            t = a[0];
            a[0] = a[1];
            a[1] = t;
        }
    }
}
