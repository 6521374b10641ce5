/* Of Linux. */
#pragma once
#include <features.h>
struct sysinfo {
    long uptime;
    unsigned long loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap;
    unsigned short procs, pad;
    unsigned long totalhigh, freehigh;
    unsigned int mem_unit;
    char __padding[20 - 2 * sizeof(long) - sizeof(int)];
};
int sysinfo(struct sysinfo *out);
int get_nprocs(void);
int get_nprocs_conf(void);
long get_phys_pages(void);
long get_avphys_pages(void);
