// SPDX-License-Identifier: Apache-2.0
// The kernel's interface as far as the test program needs it: there is no libc here.
#ifndef KERNEL_H
#define KERNEL_H

#define NULL ((void *)0)

#if defined(__x86_64__)
enum {
  NR_read = 0, NR_write = 1, NR_close = 3, NR_mmap = 9, NR_rt_sigaction = 13, NR_rt_sigprocmask = 14,
  NR_rt_sigreturn = 15, NR_writev = 20, NR_setitimer = 38, NR_getpid = 39, NR_socket = 41, NR_connect = 42,
  NR_accept = 43, NR_sendto = 44, NR_recvfrom = 45, NR_bind = 49, NR_listen = 50, NR_setsockopt = 54,
  NR_clone = 56, NR_kill = 62, NR_uname = 63, NR_getcwd = 79, NR_getuid = 102, NR_getgid = 104,
  NR_geteuid = 107, NR_getegid = 108, NR_getppid = 110, NR_getgroups = 115, NR_prctl = 157,
  NR_clock_gettime = 228, NR_clock_nanosleep = 230, NR_exit_group = 231, NR_openat = 257, NR_mkdirat = 258,
  NR_unlinkat = 263, NR_faccessat = 269, NR_ppoll = 271, NR_statx = 332,
};

static inline long kernel(long n, long a, long b, long c, long d, long e, long f) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__)
enum {
  NR_getcwd = 17, NR_mkdirat = 34, NR_unlinkat = 35, NR_faccessat = 48, NR_openat = 56, NR_close = 57,
  NR_read = 63, NR_write = 64, NR_writev = 66, NR_ppoll = 73, NR_exit_group = 94, NR_setitimer = 103,
  NR_clock_gettime = 113, NR_clock_nanosleep = 115, NR_kill = 129, NR_rt_sigaction = 134,
  NR_rt_sigprocmask = 135, NR_rt_sigreturn = 139, NR_getgroups = 158, NR_uname = 160, NR_prctl = 167,
  NR_getpid = 172, NR_getppid = 173, NR_getuid = 174, NR_geteuid = 175, NR_getgid = 176, NR_getegid = 177,
  NR_socket = 198, NR_bind = 200, NR_listen = 201, NR_accept = 202, NR_connect = 203, NR_sendto = 206,
  NR_recvfrom = 207, NR_setsockopt = 208, NR_clone = 220, NR_mmap = 222, NR_statx = 291,
};

static inline long kernel(long n, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}
#else
#error "box is written for x86_64 and aarch64"
#endif

#define call0(n) kernel(NR_##n, 0, 0, 0, 0, 0, 0)
#define call1(n, a) kernel(NR_##n, (long)(a), 0, 0, 0, 0, 0)
#define call2(n, a, b) kernel(NR_##n, (long)(a), (long)(b), 0, 0, 0, 0)
#define call3(n, a, b, c) kernel(NR_##n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define call4(n, a, b, c, d) kernel(NR_##n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define call6(n, a, b, c, d, e, f) \
  kernel(NR_##n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
#define call5(n, a, b, c, d, e) kernel(NR_##n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)

enum { STDIN = 0, STDOUT = 1, STDERR = 2, AT_CWD = -100 };
enum { NO_ENTRY = 2, INTERRUPTED = 4, TRY_AGAIN = 11, EXISTS = 17, NOT_A_DIRECTORY = 20, IS_A_DIRECTORY = 21 };
enum { IN_PROGRESS = 115, TIMED_OUT = 110, CONNECTION_RESET = 104 };

struct kernel_time {
  long seconds;
  long nanoseconds;
};

static inline void __attribute__((noreturn)) leave(int code) {
  for (;;) call1(exit_group, code);
}

#endif
