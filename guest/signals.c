// SPDX-License-Identifier: Apache-2.0
#include "signals.h"

#include "kernel.h"
#include "statements.h"
#include "text.h"

enum { LAST = 64, INT = 2, KILL = 9, ALRM = 14, TERM = 15, CHLD = 17, CONT = 18, STOP = 19, TTOU = 22, URG = 23, WINCH = 28 };
enum { NO_ZOMBIES = 2, RESTORER = 0x04000000 };
enum { UNBLOCK = 1, REAL_TIME_TIMER = 0 };

typedef void (*handler)(int);
#define BY_DEFAULT ((handler)0)
#define IGNORED ((handler)1)

struct action {
  handler handler;
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};

#if defined(__x86_64__)
void return_from_signal(void);
__asm__(".globl return_from_signal\nreturn_from_signal:\n mov $15, %eax\n syscall\n");
#define RETURN RESTORER, return_from_signal
#else
#define RETURN 0, NULL
#endif

static const char *reactions[LAST + 1];
static int leaving, late_code;

static void handle(int signal, handler handler) {
  struct action action = {handler, RETURN, 0};
  if (signal == CHLD) action.flags |= NO_ZOMBIES;
  call4(rt_sigaction, signal, &action, NULL, 8);
}

static void leave_later(int code, long milliseconds) {
  struct {
    long interval[2], value[2];
  } timer = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000 + (milliseconds == 0)}};
  if (leaving) return;
  leaving = 1;
  late_code = code;
  call3(setitimer, REAL_TIME_TIMER, &timer, NULL);
}

/** `N` or `N after DUR`; only checks it unless `now`. */
static int exit_reaction(const char *rest, int now, void (*alarm)(int)) {
  char after[8];
  long code, milliseconds = 0;
  if (!take_number(&rest, &code)) return 0;
  int later = *rest != 0;
  if (later && (!take_word(&rest, after, sizeof after) || !same(after, "after") || !take_duration(&rest, &milliseconds)))
    return 0;
  if (now && !later) leave((int)code & 255);
  if (now) handle(ALRM, alarm), leave_later((int)code & 255, milliseconds);
  return 1;
}

static void react(int signal) {
  const char *reaction = reactions[signal];
  if (signal == ALRM && leaving) leave(late_code);
  if (reaction == NULL) leave(128 + signal);
  if (starts_with(reaction, "exit ")) exit_reaction(reaction + 5, 1, react);
  else run_statement(reaction);
}

static void leave_in_peace(int signal) {
  (void)signal;
  leave(0);
}

static int ends_a_process(int signal) {
  if (signal >= CHLD && signal <= URG) return 0;
  return signal != KILL && signal != WINCH;
}

void prepare_signals(void) {
  handle(CHLD, IGNORED);
  if (call0(getpid) != 1) return;
  for (int signal = 1; signal <= LAST; signal++) {
    if (ends_a_process(signal)) handle(signal, react);
  }
}

void forget_reactions(void) {
  for (int signal = 1; signal <= LAST; signal++) handle(signal, BY_DEFAULT);
  handle(CHLD, IGNORED);
}

void pause_for_ever(void) {
  handle(TERM, leave_in_peace);
  handle(INT, leave_in_peace);
  for (;;) call4(ppoll, NULL, 0, NULL, NULL);
}

static int is_reaction(const char *text) {
  if (starts_with(text, "exit ")) return exit_reaction(text + 5, 0, react);
  return same(text, "ignore") || same(text, "print") || starts_with(text, "print ") || starts_with(text, "append ");
}

int on_signal(const char *rest) {
  int signal;
  if (!take_signal(&rest, &signal) || !is_reaction(rest)) return 0;
  reactions[signal] = rest;
  handle(signal, same(rest, "ignore") ? IGNORED : react);
  return 1;
}

int raise_signal(const char *rest) {
  int signal;
  unsigned long all = ~0UL;
  if (!take_signal(&rest, &signal)) return 0;
  handle(signal, BY_DEFAULT);
  call4(rt_sigprocmask, UNBLOCK, &all, NULL, 8);
  call2(kill, call0(getpid), signal);
  leave(128 + signal);
}
