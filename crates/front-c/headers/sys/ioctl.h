/* Of Linux. */
#pragma once
#include <features.h>
#define TCGETS 0x5401
#define TCSETS 0x5402
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define TIOCSCTTY 0x540e
#define TIOCNOTTY 0x5422
#define TIOCGPGRP 0x540f
#define TIOCSPGRP 0x5410
#define TIOCSTI 0x5412
#define FIONREAD 0x541b
#define FIONBIO 0x5421
#define FIOCLEX 0x5451
#define FIONCLEX 0x5450
#define SIOCGIFCONF 0x8912
#define SIOCGIFFLAGS 0x8913
#define SIOCSIFFLAGS 0x8914
#define SIOCGIFADDR 0x8915
#define SIOCGIFBRDADDR 0x8919
#define SIOCGIFNETMASK 0x891b
#define SIOCGIFMTU 0x8921
#define SIOCGIFHWADDR 0x8927
#define SIOCGIFINDEX 0x8933
#define SIOCGIFNAME 0x8910
#define TIOCGPTN 0x80045430
#define TIOCSPTLCK 0x40045431
#define TIOCEXCL 0x540c
#define TIOCNXCL 0x540d
#define TIOCOUTQ 0x5411
#define TIOCMGET 0x5415
#define TIOCMSET 0x5418
#define TIOCMBIS 0x5416
#define TIOCMBIC 0x5417
#define TIOCINQ 0x541b
#define TIOCSBRK 0x5427
#define TIOCCBRK 0x5428
#define TIOCGSID 0x5429
#define TCSBRK 0x5409
#define TCXONC 0x540a
#define TCFLSH 0x540b
#define TCSETSW 0x5403
#define TCSETSF 0x5404
#define TIOCM_DTR 2
#define TIOCM_RTS 4
#define TIOCM_CTS 32
#define TIOCM_CAR 64
#define SIOCSIFADDR 0x8916
#define SIOCGIFDSTADDR 0x8917
#define FIOASYNC 0x5452
#define _IOC(direction, type, number, size) \
    ((unsigned int)(direction) << 30 | (unsigned int)(size) << 16 | (unsigned int)(type) << 8 | (unsigned int)(number))
#define _IO(type, number) _IOC(0, (type), (number), 0)
#define _IOW(type, number, size) _IOC(1, (type), (number), sizeof(size))
#define _IOR(type, number, size) _IOC(2, (type), (number), sizeof(size))
#define _IOWR(type, number, size) _IOC(3, (type), (number), sizeof(size))
struct winsize {
    unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
int ioctl(int descriptor, unsigned long request, ...);
