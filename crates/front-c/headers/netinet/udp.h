/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <stdint.h>
#include <sys/types.h>
struct udphdr {
    union {
        struct {
            uint16_t uh_sport, uh_dport, uh_ulen, uh_sum;
        };
        struct {
            uint16_t source, dest, len, check;
        };
    };
};
#define SOL_UDP 17
