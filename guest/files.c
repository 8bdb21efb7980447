// SPDX-License-Identifier: Apache-2.0
#include "files.h"

#include "kernel.h"
#include "output.h"
#include "processes.h"
#include "text.h"

enum { WRITE_ONLY = 01, READ_AND_WRITE = 02, NO_WAITING = 04000, CREATE = 0100, TRUNCATE = 01000, APPEND = 02000 };
enum { NO_FOLLOW = 0x100, REMOVE_DIRECTORY = 0x200, BASIC_STATS = 0x7ff };

static char chunk[CHUNK];

static int open_or_fail(const char *path, int flags) {
  long fd;
  do fd = call4(openat, AT_CWD, path, flags, 0644);
  while (fd == -INTERRUPTED);
  if (fd < 0) fail(path, fd);
  return (int)fd;
}

static long read_some(int fd) {
  for (;;) {
    long count = call3(read, fd, chunk, CHUNK);
    if (count == -TRY_AGAIN) until_ready(fd, READABLE);
    else if (count != -INTERRUPTED) return count;
  }
}

void copy_to_stdout(int fd) {
  for (long count; (count = read_some(fd)) > 0;) put_bytes(STDOUT, chunk, count);
}

void show_file(const char *path) {
  int fd = open_or_fail(path, 0);
  copy_to_stdout(fd);
  call1(close, fd);
}

int exists(const char *path) {
  return call3(faccessat, AT_CWD, path, 0) == 0;
}

static int write_file(const char *rest, int flags) {
  char path[PATH_SPACE];
  if (!take_word(&rest, path, sizeof path)) return 0;
  int fd = open_or_fail(path, WRITE_ONLY | CREATE | flags);
  put_line(fd, rest);
  call1(close, fd);
  return 1;
}

int put_file(const char *rest) {
  return write_file(rest, TRUNCATE);
}

int append_file(const char *rest) {
  return write_file(rest, APPEND);
}

int cat_file(const char *rest) {
  if (*rest == 0) return 0;
  show_file(rest);
  return 1;
}

/** struct statx of the kernel, as far as the numbers of a device. */
struct status {
  unsigned mask, block_size;
  unsigned long attributes;
  unsigned links, uid, gid;
  unsigned short mode, pad;
  unsigned long inode, size;
  char blocks_and_times[128 - 48];
  unsigned major, minor;
  char rest[256 - 136];
};

static const char *type_of(unsigned mode) {
  static const char types[16][8] = {[1] = "fifo", [2] = "char",  [4] = "dir",     [6] = "block",
                                    [8] = "file", [10] = "link", [12] = "socket"};
  return types[mode >> 12 & 15];
}

static void put_status(const char *path, const struct status *status) {
  char mode[NUMBER_SPACE];
  put_text(STDOUT, path);
  put_text(STDOUT, " ");
  put_text(STDOUT, type_of(status->mode));
  // The leading one keeps the zeros: every mode has four digits.
  format_number(mode, 010000 | (status->mode & 07777), 8);
  mode[0] = ' ';
  put_text(STDOUT, mode);
  put_pair(" ", status->uid, "");
  put_pair(" ", status->gid, "");
  put_pair(" ", status->size, "\n");
}

int stat_file(const char *rest) {
  struct status status;
  if (*rest == 0) return 0;
  long error = call5(statx, AT_CWD, rest, NO_FOLLOW, BASIC_STATS, &status);
  if (error == 0) {
    put_status(rest, &status);
    return 1;
  }
  put_text(STDOUT, rest);
  if (error == -NO_ENTRY || error == -NOT_A_DIRECTORY) put_text(STDOUT, " missing\n");
  else put_pair(" errno ", (unsigned long)-error, "\n");
  return 1;
}

/** Opens and closes it; the error, or 0. */
static unsigned long error_of_opening(const char *path, int flags) {
  long fd = call4(openat, AT_CWD, path, flags | NO_WAITING, 0);
  if (fd < 0) return (unsigned long)-fd;
  call1(close, fd);
  return 0;
}

int describe_device(const char *rest) {
  struct status status;
  if (*rest == 0) return 0;
  put_text(STDOUT, rest);
  if (call5(statx, AT_CWD, rest, 0, BASIC_STATS, &status) != 0) {
    put_text(STDOUT, " missing\n");
    return 1;
  }
  put_text(STDOUT, " ");
  put_text(STDOUT, type_of(status.mode));
  put_pair(" ", status.major, ":");
  put_pair("", status.minor, "");
  put_pair(" read ", error_of_opening(rest, 0), "");
  put_pair(" write ", error_of_opening(rest, READ_AND_WRITE), "\n");
  return 1;
}

int await_file(const char *rest) {
  if (*rest == 0) return 0;
  while (!exists(rest)) sleep_ms(20);
  return 1;
}

int remove_file(const char *rest) {
  if (*rest == 0) return 0;
  long error = call3(unlinkat, AT_CWD, rest, 0);
  if (error == -IS_A_DIRECTORY) error = call3(unlinkat, AT_CWD, rest, REMOVE_DIRECTORY);
  if (error < 0 && error != -NO_ENTRY) fail(rest, error);
  return 1;
}

int make_directory(const char *rest) {
  if (*rest == 0) return 0;
  long error = call3(mkdirat, AT_CWD, rest, 0755);
  if (error < 0 && error != -EXISTS) fail(rest, error);
  return 1;
}

static long read_count(const char *path) {
  long fd = call4(openat, AT_CWD, path, 0, 0), count = 0;
  if (fd < 0) return 0;
  long length = read_some((int)fd);
  call1(close, fd);
  for (long i = 0; i < length && chunk[i] >= '0' && chunk[i] <= '9'; i++) count = count * 10 + chunk[i] - '0';
  return count;
}

int counts_up(const char *path, long limit) {
  long count = read_count(path);
  if (count >= limit) return 0;
  int fd = open_or_fail(path, WRITE_ONLY | CREATE | TRUNCATE);
  put_numbered(fd, "", count + 1);
  call1(close, fd);
  return 1;
}
