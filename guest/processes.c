// SPDX-License-Identifier: Apache-2.0
#include "processes.h"

#include "kernel.h"
#include "output.h"
#include "signals.h"
#include "text.h"

enum { MONOTONIC = 1, KILL_SIGNAL = 9, CHLD_SIGNAL = 17, SET_PARENT_DEATH_SIGNAL = 1 };
enum { READ_WRITE = 3, PRIVATE_ANONYMOUS = 0x22, PAGE = 4096 };

void sleep_ms(long milliseconds) {
  struct kernel_time time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  while (call4(clock_nanosleep, MONOTONIC, 0, &time, &time) == -INTERRUPTED) {
  }
}

static long now_ms(void) {
  struct kernel_time time;
  call2(clock_gettime, MONOTONIC, &time);
  return time.seconds * 1000 + time.nanoseconds / 1000000;
}

void wait_for_ever(void) {
  for (;;) call4(ppoll, NULL, 0, NULL, NULL);
}

long fork_child(void) {
  long pid = call5(clone, CHLD_SIGNAL, 0, 0, 0, 0);
  if (pid < 0) fail("fork", pid);
  if (pid == 0) forget_reactions();
  return pid;
}

long fork_companion(void) {
  long parent = call0(getpid), pid = fork_child();
  if (pid != 0) return pid;
  call2(prctl, SET_PARENT_DEATH_SIGNAL, KILL_SIGNAL);
  if (call0(getppid) != parent) leave(0);
  return 0;
}

int sleep_for(const char *rest) {
  long milliseconds;
  if (!take_duration(&rest, &milliseconds)) return 0;
  sleep_ms(milliseconds);
  return 1;
}

int tick(const char *rest) {
  long milliseconds;
  if (!take_duration(&rest, &milliseconds)) return 0;
  for (long count = 1;; count++) {
    put_numbered(STDOUT, rest, count);
    sleep_ms(milliseconds);
  }
}

int hold_memory(const char *rest) {
  long size;
  if (!take_size(&rest, &size)) return 0;
  long memory = call6(mmap, 0, size, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
  if (memory < 0 && memory > -PAGE) fail("memory", memory);
  for (long at = 0; at < size; at += PAGE) ((volatile char *)memory)[at] = 1;
  return 1;
}

int burn_cpu(const char *rest) {
  long milliseconds;
  if (!take_duration(&rest, &milliseconds)) return 0;
  for (long end = now_ms() + milliseconds; now_ms() < end;) {
    for (volatile int i = 0; i < 100000; i++) {
    }
  }
  return 1;
}

int fork_children(const char *rest) {
  long count, milliseconds;
  if (!take_number(&rest, &count) || !take_duration(&rest, &milliseconds)) return 0;
  while (count-- > 0) {
    if (fork_child() != 0) continue;
    sleep_ms(milliseconds);
    leave(0);
  }
  return 1;
}

int print_in_background(const char *rest) {
  long milliseconds;
  if (!take_duration(&rest, &milliseconds)) return 0;
  if (fork_child() != 0) return 1;
  sleep_ms(milliseconds);
  put_line(STDOUT, rest);
  leave(0);
}
