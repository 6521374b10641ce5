/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <stdint.h>
#include <sys/types.h>
#include <netinet/in.h>
#include <netinet/ip.h>
struct icmphdr {
    uint8_t type, code;
    uint16_t checksum;
    union {
        struct {
            uint16_t id, sequence;
        } echo;
        uint32_t gateway;
        struct {
            uint16_t __glibc_reserved, mtu;
        } frag;
    } un;
};
#define ICMP_ECHOREPLY 0
#define ICMP_DEST_UNREACH 3
#define ICMP_SOURCE_QUENCH 4
#define ICMP_REDIRECT 5
#define ICMP_ECHO 8
#define ICMP_TIME_EXCEEDED 11
#define ICMP_PARAMETERPROB 12
