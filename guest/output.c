// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include "kernel.h"
#include "text.h"

void until_ready(int fd, short event) {
  struct {
    int fd;
    short wanted, seen;
  } poll = {fd, event, 0};
  call4(ppoll, &poll, 1, NULL, NULL);
}

static void skip(struct part **parts, int *count, unsigned long done) {
  while (*count > 0 && done >= (*parts)->length) {
    done -= (*parts)->length;
    ++*parts, --*count;
  }
  if (*count == 0) return;
  (*parts)->text = (const char *)(*parts)->text + done;
  (*parts)->length -= done;
}

void put_parts(int fd, struct part *parts, int count) {
  while (count > 0) {
    long done = call3(writev, fd, parts, count);
    if (done == -TRY_AGAIN) until_ready(fd, WRITABLE);
    else if (done < 0 && done != -INTERRUPTED) return;
    else if (done >= 0) skip(&parts, &count, (unsigned long)done);
  }
}

void put_bytes(int fd, const char *bytes, long length) {
  struct part part = {bytes, (unsigned long)length};
  put_parts(fd, &part, 1);
}

void put_text(int fd, const char *text) {
  put_bytes(fd, text, length_of(text));
}

void put_line(int fd, const char *text) {
  struct part parts[] = {{text, (unsigned long)length_of(text)}, {"\n", 1}};
  put_parts(fd, parts, 2);
}

void put_numbered(int fd, const char *text, long number) {
  char digits[NUMBER_SPACE];
  unsigned long count = (unsigned long)format_number(digits, (unsigned long)number, 10);
  unsigned long length = (unsigned long)length_of(text);
  struct part parts[] = {{text, length}, {" ", length > 0}, {digits, count}, {"\n", 1}};
  put_parts(fd, parts, 4);
}

void put_pair(const char *name, unsigned long number, const char *end) {
  char digits[NUMBER_SPACE];
  format_number(digits, number, 10);
  put_text(STDOUT, name);
  put_text(STDOUT, digits);
  put_text(STDOUT, end);
}

void fail(const char *subject, long error) {
  char digits[NUMBER_SPACE];
  format_number(digits, (unsigned long)-error, 10);
  struct part parts[] = {{"box: ", 5},
                         {subject, (unsigned long)length_of(subject)},
                         {": errno ", 8},
                         {digits, (unsigned long)length_of(digits)},
                         {"\n", 1}};
  put_parts(STDERR, parts, 5);
  leave(NOT_OPENED);
}

void not_understood(const char *statement) {
  struct part parts[] = {{"box: do not know: ", 18}, {statement, (unsigned long)length_of(statement)}, {"\n", 1}};
  put_parts(STDERR, parts, 3);
  leave(NOT_UNDERSTOOD);
}
