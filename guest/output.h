// SPDX-License-Identifier: Apache-2.0
// Writing lines, and ending with a word about why.
#ifndef OUTPUT_H
#define OUTPUT_H

enum { NOT_UNDERSTOOD = 64, NOT_OPENED = 66, CHUNK = 16384 };

struct part {
  const void *text;
  unsigned long length;
};

enum { READABLE = 1, WRITABLE = 4 };
void until_ready(int fd, short event);

/** In one system call where the kernel takes it in one. */
void put_parts(int fd, struct part *parts, int count);
void put_text(int fd, const char *text);
void put_bytes(int fd, const char *bytes, long length);
void put_line(int fd, const char *text);
/** `TEXT NUMBER` and the end of the line. */
void put_numbered(int fd, const char *text, long number);
void put_pair(const char *name, unsigned long number, const char *end);

void __attribute__((noreturn)) fail(const char *subject, long error);
void __attribute__((noreturn)) not_understood(const char *statement);

#endif
