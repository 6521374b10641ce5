/* POSIX. */
#pragma once
#include <bits/types.h>
#include <endian.h>
#include <sys/select.h>
