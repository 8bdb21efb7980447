// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include "kernel.h"

// The compiler may call these by itself, with or without a libc.
void *memset(void *to, int value, unsigned long count) {
  for (char *at = to; count > 0; count--) *at++ = (char)value;
  return to;
}

void *memcpy(void *to, const void *from, unsigned long count) {
  const char *source = from;
  for (char *at = to; count > 0; count--) *at++ = *source++;
  return to;
}

long length_of(const char *text) {
  long length = 0;
  while (text[length] != 0) length++;
  return length;
}

int same(const char *left, const char *right) {
  while (*left != 0 && *left == *right) left++, right++;
  return *left == *right;
}

int starts_with(const char *text, const char *prefix) {
  while (*prefix != 0 && *text == *prefix) text++, prefix++;
  return *prefix == 0;
}

int take_word(const char **rest, char *word, long space) {
  const char *from = *rest;
  long length = 0;
  while (from[length] != 0 && from[length] != ' ') length++;
  if (length == 0 || length >= space) return 0;
  memcpy(word, from, (unsigned long)length);
  word[length] = 0;
  *rest = from + length + (from[length] == ' ');
  return 1;
}

static int take_digits(const char **at, long *number) {
  const char *start = *at;
  *number = 0;
  while (**at >= '0' && **at <= '9' && *at - start < 18) *number = *number * 10 + *(*at)++ - '0';
  return *at > start;
}

struct unit {
  const char *name;
  long factor;
};

/** A number and one of the units; the unit without a name is optional. */
static int take_quantity(const char **rest, long *number, const struct unit *units) {
  char word[32];
  const char *at = word;
  if (!take_word(rest, word, sizeof word) || !take_digits(&at, number)) return 0;
  for (; units->name != NULL; units++) {
    if (!same(at, units->name)) continue;
    *number *= units->factor;
    return 1;
  }
  return 0;
}

int take_number(const char **rest, long *number) {
  static const struct unit plain[] = {{"", 1}, {NULL, 0}};
  return take_quantity(rest, number, plain);
}

int take_duration(const char **rest, long *milliseconds) {
  static const struct unit times[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {NULL, 0}};
  return take_quantity(rest, milliseconds, times);
}

int take_size(const char **rest, long *bytes) {
  static const struct unit sizes[] = {{"", 1}, {"k", 1L << 10}, {"m", 1L << 20}, {"g", 1L << 30}, {NULL, 0}};
  return take_quantity(rest, bytes, sizes);
}

enum { FIRST_REAL_TIME = 34, LAST_SIGNAL = 64 };  // 34, not 32: libcs keep two for themselves, and so count runtimes

static int named_signal(const char *name) {
  static const char names[][8] = {
      "HUP",  "INT",    "QUIT", "ILL",  "TRAP", "ABRT", "BUS",  "FPE",    "KILL", "USR1", "SEGV",
      "USR2", "PIPE",   "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU",
      "URG",  "XCPU",   "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS"};
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (same(name, names[i])) return (int)i + 1;
  }
  return 0;
}

int take_signal(const char **rest, int *signal) {
  char word[16];
  long offset = 0;
  if (!take_word(rest, word, sizeof word)) return 0;
  const char *name = starts_with(word, "SIG") ? word + 3 : word;
  const char *after = name + 6;
  if (same(name, "RTMIN")) *signal = FIRST_REAL_TIME;
  else if (same(name, "RTMAX")) *signal = LAST_SIGNAL;
  else if (starts_with(name, "RTMIN+") && take_digits(&after, &offset)) *signal = FIRST_REAL_TIME + (int)offset;
  else if (starts_with(name, "RTMAX-") && take_digits(&after, &offset)) *signal = LAST_SIGNAL - (int)offset;
  else if (take_digits(&name, &offset)) *signal = (int)offset;
  else *signal = named_signal(name);
  return *signal >= 1 && *signal <= LAST_SIGNAL;
}

int format_number(char *out, unsigned long number, unsigned base) {
  char reversed[NUMBER_SPACE];
  int count = 0;
  do reversed[count++] = (char)('0' + number % base);
  while ((number /= base) != 0);
  for (int i = 0; i < count; i++) out[i] = reversed[count - 1 - i];
  out[count] = 0;
  return count;
}
