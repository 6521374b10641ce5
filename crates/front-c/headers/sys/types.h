/* POSIX. */
#pragma once
#include <features.h>
#include <bits/types.h>
#include <endian.h>
#include <sys/select.h>
