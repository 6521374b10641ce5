// note: what pointers handed to the entry point to may be freed, once
// options: --checks memsafety --entry destroy
// expect: free=false
// decided-by: bmc probe kind explicit
#include <stdlib.h>
struct entry {
    char *name;
    int *values[2];
};
void destroy(struct entry *entry, int twice)
{
    if (!entry)
        return;
    free(entry->name);
    free(entry->values[0]);
    if (twice)
        free(entry->values[0]);
    free(entry->values[1]);
    free(entry);
}
