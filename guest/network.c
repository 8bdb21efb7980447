// SPDX-License-Identifier: Apache-2.0
#include "network.h"

#include "kernel.h"
#include "output.h"
#include "processes.h"
#include "text.h"

enum { IPV4 = 2, IPV6 = 10, STREAM = 1, DATAGRAM = 2 };
enum { SOCKET_LEVEL = 1, REUSE_ADDRESS = 2, RECEIVE_TIMEOUT = 20, SEND_TIMEOUT = 21, IPV6_LEVEL = 41, ONLY_IPV6 = 26 };
enum { PATIENCE_SECONDS = 5 };

struct address {
  unsigned short family;
  unsigned char port[2];
  unsigned char bytes[24];  // IPv4: the address; IPv6: flow, address, scope
};

static char chunk[CHUNK];

static void set_option(long fd, int level, int option, int value) {
  call5(setsockopt, fd, level, option, &value, sizeof value);
}

static void set_port(struct address *address, long port) {
  address->port[0] = (unsigned char)(port >> 8);
  address->port[1] = (unsigned char)port;
}

static long size_of(const struct address *address) {
  return address->family == IPV4 ? 16 : 28;
}

static int take_kind(const char **rest, int *kind) {
  char word[8];
  if (!take_word(rest, word, sizeof word)) return 0;
  *kind = same(word, "tcp") ? STREAM : same(word, "udp") ? DATAGRAM : 0;
  return *kind != 0;
}

static long bound(int family, int kind, long port) {
  struct address any = {.family = (unsigned short)family};
  set_port(&any, port);
  long fd = call3(socket, family, kind, 0);
  if (fd < 0) return fd;
  set_option(fd, SOCKET_LEVEL, REUSE_ADDRESS, 1);
  if (family == IPV6) set_option(fd, IPV6_LEVEL, ONLY_IPV6, 0);
  long error = call3(bind, fd, &any, size_of(&any));
  if (error == 0 && kind == STREAM) error = call2(listen, fd, 64);
  if (error == 0) return fd;
  call1(close, fd);
  return error;
}

static void echo_stream(int fd) {
  for (long count; (count = call3(read, fd, chunk, CHUNK)) > 0;) put_bytes(fd, chunk, count);
  leave(0);
}

static void accept_for_ever(int fd) {
  for (;;) {
    long connection = call3(accept, fd, NULL, NULL);
    if (connection < 0) continue;
    if (fork_companion() == 0) echo_stream((int)connection);
    call1(close, connection);
  }
}

static void echo_datagrams(int fd) {
  for (;;) {
    struct address from;
    unsigned size = sizeof from;
    long count = call6(recvfrom, fd, chunk, CHUNK, 0, &from, &size);
    if (count >= 0) call6(sendto, fd, chunk, count, 0, &from, size);
  }
}

int listen_on(const char *rest) {
  const char *port_text;
  int kind;
  long port;
  if (!take_kind(&rest, &kind)) return 0;
  port_text = rest;
  if (!take_number(&rest, &port) || port > 65535) return 0;
  long fd = bound(IPV6, kind, port);
  if (fd < 0) fd = bound(IPV4, kind, port);
  if (fd < 0) fail(port_text, fd);
  if (fork_companion() == 0) {
    if (kind == STREAM) accept_for_ever((int)fd);
    echo_datagrams((int)fd);
  }
  call1(close, fd);
  return 1;
}

static int parse_ipv4(const char *text, unsigned char *bytes) {
  for (int i = 0; i < 4; i++) {
    int value = 0, digits = 0;
    for (; *text >= '0' && *text <= '9'; text++, digits++) value = value * 10 + *text - '0';
    if (digits == 0 || digits > 3 || value > 255 || *text++ != (i == 3 ? 0 : '.')) return 0;
    bytes[i] = (unsigned char)value;
  }
  return 1;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/** Groups before `::` go to the front, those after it are moved to the end. */
static int parse_ipv6(const char *text, unsigned char *bytes) {
  int count = 0, gap = -1;
  if (text[0] == ':' && text[1] == ':') gap = 0, text += 2;
  while (*text != 0 && count < 8) {
    int value = 0, digits = 0;
    for (; hex_digit(*text) >= 0; text++, digits++) value = value << 4 | hex_digit(*text);
    if (digits == 0 || digits > 4) return 0;
    bytes[count * 2] = (unsigned char)(value >> 8);
    bytes[count++ * 2 + 1] = (unsigned char)value;
    if (*text == 0) break;
    if (*text++ != ':') return 0;
    if (*text == ':' && gap < 0) gap = count, text++;
  }
  if (*text != 0 || (gap < 0 && count != 8)) return 0;
  for (int i = 15, from = count * 2 - 1; gap >= 0 && from >= gap * 2; i--, from--) {
    bytes[i] = bytes[from];
    if (i != from) bytes[from] = 0;
  }
  return 1;
}

static int take_address(const char **rest, struct address *address) {
  char text[64];
  long port;
  if (!take_word(rest, text, sizeof text)) return 0;
  if (parse_ipv4(text, address->bytes)) address->family = IPV4;
  else if (parse_ipv6(text, address->bytes + 4)) address->family = IPV6;
  else return 0;
  if (!take_number(rest, &port) || port > 65535) return 0;
  set_port(address, port);
  return 1;
}

/** The first line of the answer is printed; 0, or the error. */
static long converse(long fd, const struct address *address, const char *text) {
  struct part parts[] = {{text, (unsigned long)length_of(text)}, {"\n", 1}};
  long error = call3(connect, fd, address, size_of(address));
  if (error < 0) return error;
  put_parts((int)fd, parts, 2);
  for (long filled = 0; filled < CHUNK;) {
    long count = call3(read, fd, chunk + filled, CHUNK - filled);
    if (count == -INTERRUPTED) continue;
    if (count <= 0) return count == 0 ? -CONNECTION_RESET : count;
    for (long end = filled + count; filled < end; filled++) {
      if (chunk[filled] == '\n') return put_bytes(STDOUT, chunk, filled + 1), 0;
    }
  }
  return put_bytes(STDOUT, chunk, CHUNK), 0;
}

int connect_to(const char *rest) {
  int kind;
  struct address address = {0};
  struct kernel_time patience = {PATIENCE_SECONDS, 0};
  if (!take_kind(&rest, &kind) || !take_address(&rest, &address)) return 0;
  long fd = call3(socket, address.family, kind, 0), error = fd;
  if (fd >= 0) {
    call5(setsockopt, fd, SOCKET_LEVEL, RECEIVE_TIMEOUT, &patience, sizeof patience);
    call5(setsockopt, fd, SOCKET_LEVEL, SEND_TIMEOUT, &patience, sizeof patience);
    error = converse(fd, &address, rest);
    call1(close, fd);
  }
  if (error == -IN_PROGRESS || error == -TRY_AGAIN) error = -TIMED_OUT;
  if (error < 0) put_pair("connect failed ", (unsigned long)-error, "\n");
  return 1;
}
