// SPDX-License-Identifier: Apache-2.0
// The test program: every argument is a statement, run in order. The words are explained in docs/guest.md.
#include "files.h"
#include "kernel.h"
#include "network.h"
#include "output.h"
#include "processes.h"
#include "show.h"
#include "signals.h"
#include "statements.h"
#include "text.h"

static int print(const char *rest) {
  return put_line(STDOUT, rest), 1;
}

static int print_error(const char *rest) {
  return put_line(STDERR, rest), 1;
}

static int write_text(const char *rest) {
  return put_text(STDOUT, rest), 1;
}

static int write_error(const char *rest) {
  return put_text(STDERR, rest), 1;
}

static char chunk[CHUNK];

/** Many lines per system call, but never half a line: a reaction to a signal may print in between. */
static int many_lines(int fd, const char *rest) {
  long count, filled = 0;
  if (!take_number(&rest, &count)) return 0;
  long length = length_of(rest), most = length + NUMBER_SPACE + 2;
  for (long i = 1; i <= count; i++) {
    if (most > CHUNK) {
      put_numbered(fd, rest, i);
      continue;
    }
    if (filled + most > CHUNK) put_bytes(fd, chunk, filled), filled = 0;
    for (long at = 0; at < length; at++) chunk[filled++] = rest[at];
    if (length > 0) chunk[filled++] = ' ';
    filled += format_number(chunk + filled, (unsigned long)i, 10);
    chunk[filled++] = '\n';
  }
  put_bytes(fd, chunk, filled);
  return 1;
}

static int lines(const char *rest) {
  return many_lines(STDOUT, rest);
}

static int error_lines(const char *rest) {
  return many_lines(STDERR, rest);
}

static int bytes(const char *rest) {
  long count;
  if (!take_size(&rest, &count)) return 0;
  for (long i = 0; i < CHUNK; i++) chunk[i] = 'x';
  for (; count > 0; count -= CHUNK) put_bytes(STDOUT, chunk, count < CHUNK ? count : CHUNK);
  return 1;
}

static int exit_with(const char *rest) {
  long code;
  if (!take_number(&rest, &code)) return 0;
  leave((int)code & 255);
}

static int wait_here(const char *rest) {
  if (*rest != 0) return 0;
  wait_for_ever();
}

static int echo(const char *rest) {
  return *rest == 0 && (copy_to_stdout(STDIN), 1);
}

static int if_file(const char *rest) {
  char path[PATH_SPACE];
  if (!take_word(&rest, path, sizeof path) || *rest == 0) return 0;
  if (exists(path)) run_statement(rest);
  return 1;
}

static int first_times(const char *rest) {
  char path[PATH_SPACE];
  long limit;
  if (!take_word(&rest, path, sizeof path) || !take_number(&rest, &limit) || *rest == 0) return 0;
  if (counts_up(path, limit)) run_statement(rest);
  return 1;
}

static const struct {
  const char *name;
  int (*run)(const char *rest);
} statements[] = {
    {"print", print},
    {"eprint", print_error},
    {"write", write_text},
    {"ewrite", write_error},
    {"lines", lines},
    {"elines", error_lines},
    {"bytes", bytes},
    {"tick", tick},
    {"exit", exit_with},
    {"raise", raise_signal},
    {"sleep", sleep_for},
    {"wait", wait_here},
    {"on", on_signal},
    {"put", put_file},
    {"append", append_file},
    {"cat", cat_file},
    {"stat", stat_file},
    {"device", describe_device},
    {"await", await_file},
    {"remove", remove_file},
    {"mkdir", make_directory},
    {"show", show},
    {"memory", hold_memory},
    {"cpu", burn_cpu},
    {"fork", fork_children},
    {"background", print_in_background},
    {"listen", listen_on},
    {"connect", connect_to},
    {"echo", echo},
    {"if-file", if_file},
    {"times", first_times},
};

void run_statement(const char *statement) {
  char name[16];
  const char *rest = statement;
  if (!take_word(&rest, name, sizeof name)) not_understood(statement);
  for (unsigned i = 0; i < sizeof statements / sizeof statements[0]; i++) {
    if (same(name, statements[i].name) && statements[i].run(rest)) return;
  }
  not_understood(statement);
}

/** What the kernel leaves on the stack: the count, the arguments, a zero, the environment, a zero. */
void __attribute__((noreturn)) begin(long *stack) {
  long count = stack[0];
  char **arguments = (char **)(stack + 1);
  remember_start(arguments, arguments + count + 1);
  prepare_signals();
  if (count <= 1) pause_for_ever();
  for (long i = 1; i < count; i++) run_statement(arguments[i]);
  leave(0);
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call begin\n");
#else
__asm__(".globl _start\n_start:\n mov x29, 0\n mov x30, 0\n mov x0, sp\n bl begin\n");
#endif
