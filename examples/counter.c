// Two processes that count without a lock:
//   tribunal unit counter.c --process add --process add --where 'count == 0' --find '<>(at(end) && count == 1)'
static int count;

int add(void)
{
    int seen = count;
    count = seen + 1;
    return seen;
}
