/* POSIX, with the numbers of Linux. */
#pragma once
#include <features.h>
#include <sys/types.h>
typedef unsigned char cc_t;
typedef unsigned int speed_t;
typedef unsigned int tcflag_t;
struct termios {
    tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
    cc_t c_line, c_cc[32];
    speed_t c_ispeed, c_ospeed;
};
#define NCCS 32
#define VINTR 0
#define VQUIT 1
#define VERASE 2
#define VKILL 3
#define VEOF 4
#define VTIME 5
#define VMIN 6
#define VSTART 8
#define VSTOP 9
#define VSUSP 10
#define VEOL 11
#define VREPRINT 12
#define VDISCARD 13
#define VWERASE 14
#define VLNEXT 15
#define VEOL2 16
#define IGNBRK 1
#define BRKINT 2
#define IGNPAR 4
#define PARMRK 8
#define INPCK 16
#define ISTRIP 32
#define INLCR 64
#define IGNCR 128
#define ICRNL 256
#define IXON 1024
#define IXANY 2048
#define IXOFF 0x1000
#define IMAXBEL 0x2000
#define IUTF8 0x4000
#define OPOST 1
#define ONLCR 4
#define OCRNL 8
#define ONOCR 16
#define ONLRET 32
#define OFILL 64
#define CSIZE 48
#define CS5 0
#define CS6 16
#define CS7 32
#define CS8 48
#define CSTOPB 64
#define CREAD 128
#define PARENB 256
#define PARODD 512
#define HUPCL 1024
#define CLOCAL 2048
#define CRTSCTS 0x80000000
#define ISIG 1
#define ICANON 2
#define ECHO 8
#define ECHOE 16
#define ECHOK 32
#define ECHONL 64
#define ECHOCTL 512
#define ECHOKE 2048
#define NOFLSH 128
#define TOSTOP 256
#define IEXTEN 0x8000
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
#define TCIFLUSH 0
#define TCOFLUSH 1
#define TCIOFLUSH 2
#define TCOOFF 0
#define TCOON 1
#define TCIOFF 2
#define TCION 3
#define B0 0
#define B50 1
#define B75 2
#define B110 3
#define B134 4
#define B150 5
#define B200 6
#define B300 7
#define B600 8
#define B1200 9
#define B1800 10
#define B2400 11
#define B4800 12
#define B9600 13
#define B19200 14
#define B38400 15
#define B57600 0x1001
#define B115200 0x1002
#define B230400 0x1003
#define B460800 0x1004
#define B921600 0x1007
speed_t cfgetispeed(const struct termios *settings);
speed_t cfgetospeed(const struct termios *settings);
int cfsetispeed(struct termios *settings, speed_t speed);
int cfsetospeed(struct termios *settings, speed_t speed);
int cfsetspeed(struct termios *settings, speed_t speed);
void cfmakeraw(struct termios *settings);
int tcgetattr(int descriptor, struct termios *out);
int tcsetattr(int descriptor, int when, const struct termios *settings);
int tcsendbreak(int descriptor, int duration);
int tcdrain(int descriptor);
int tcflush(int descriptor, int queue);
int tcflow(int descriptor, int action);
pid_t tcgetsid(int descriptor);
