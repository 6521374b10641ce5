/* Errors that Linux keeps for a socket. */
#pragma once
#include <features.h>
#include <stdint.h>
#include <time.h>
struct sock_extended_err {
    uint32_t ee_errno;
    uint8_t ee_origin, ee_type, ee_code, ee_pad;
    uint32_t ee_info, ee_data;
};
#define SO_EE_ORIGIN_NONE 0
#define SO_EE_ORIGIN_LOCAL 1
#define SO_EE_ORIGIN_ICMP 2
#define SO_EE_ORIGIN_ICMP6 3
