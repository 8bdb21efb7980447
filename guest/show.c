// SPDX-License-Identifier: Apache-2.0
#include "show.h"

#include "files.h"
#include "kernel.h"
#include "output.h"
#include "text.h"

static char **arguments, **environment;

void remember_start(char **own_arguments, char **own_environment) {
  arguments = own_arguments;
  environment = own_environment;
}

static void show_list(char **list) {
  for (; *list != NULL; list++) put_line(STDOUT, *list);
}

static void show_variable(const char *name) {
  long length = length_of(name);
  for (char **at = environment; *at != NULL; at++) {
    if (starts_with(*at, name) && (*at)[length] == '=') {
      put_line(STDOUT, *at);
      return;
    }
  }
  put_text(STDOUT, name);
  put_line(STDOUT, " unset");
}

static void show_ids(void) {
  put_pair("uid=", (unsigned long)call0(getuid), "");
  put_pair(" gid=", (unsigned long)call0(getgid), "");
  put_pair(" euid=", (unsigned long)call0(geteuid), "");
  put_pair(" egid=", (unsigned long)call0(getegid), "\n");
}

static void show_groups(void) {
  static unsigned groups[4096];
  long count = call2(getgroups, 4096, groups);
  put_text(STDOUT, "groups=");
  for (long i = 0; i < count; i++) put_pair(i > 0 ? " " : "", groups[i], "");
  put_text(STDOUT, "\n");
}

static void show_hostname(void) {
  static char names[6][65];
  call1(uname, names);
  put_line(STDOUT, names[1]);
}

static void show_directory(void) {
  static char path[PATH_SPACE];
  long error = call2(getcwd, path, sizeof path);
  if (error < 0) fail("cwd", error);
  put_line(STDOUT, path);
}

static void show_pid(void) {
  put_pair("pid=", (unsigned long)call0(getpid), "");
  put_pair(" ppid=", (unsigned long)call0(getppid), "\n");
}

static int is_privilege(const char *line) {
  return starts_with(line, "Cap") || starts_with(line, "NoNewPrivs:") || starts_with(line, "Seccomp:");
}

static void show_privileges(void) {
  static char status[8192];
  long fd = call4(openat, AT_CWD, "/proc/self/status", 0, 0);
  if (fd < 0) fail("/proc/self/status", fd);
  long end = call3(read, fd, status, sizeof status);
  call1(close, fd);
  for (long at = 0; at < end;) {
    long start = at;
    while (at < end && status[at] != '\n') at++;
    at++;
    if (is_privilege(status + start)) put_bytes(STDOUT, status + start, at - start);
  }
}

struct view {
  const char *name;
  void (*run)(void);
  const char *file;
};

static const struct view views[] = {
    {"ids", show_ids, NULL},
    {"groups", show_groups, NULL},
    {"caps", show_privileges, NULL},
    {"hostname", show_hostname, NULL},
    {"cwd", show_directory, NULL},
    {"pid", show_pid, NULL},
    {"mounts", NULL, "/proc/self/mountinfo"},
    {"cgroup", NULL, "/proc/self/cgroup"},
    {"resolv", NULL, "/etc/resolv.conf"},
    {"hosts", NULL, "/etc/hosts"},
    {"oom", NULL, "/proc/self/oom_score_adj"},
    {"limits", NULL, "/proc/self/limits"},
};

int show(const char *rest) {
  if (same(rest, "args")) return show_list(arguments), 1;
  if (same(rest, "env")) return show_list(environment), 1;
  if (starts_with(rest, "env ") && rest[4] != 0) return show_variable(rest + 4), 1;
  for (unsigned i = 0; i < sizeof views / sizeof views[0]; i++) {
    if (!same(rest, views[i].name)) continue;
    if (views[i].run != NULL) views[i].run();
    else show_file(views[i].file);
    return 1;
  }
  return 0;
}
