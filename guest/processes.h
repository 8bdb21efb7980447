// SPDX-License-Identifier: Apache-2.0
// Statements that take time, memory or processes.
#ifndef PROCESSES_H
#define PROCESSES_H

void sleep_ms(long milliseconds);
void __attribute__((noreturn)) wait_for_ever(void);
/** 0 in the child, which has none of our reactions to signals. */
long fork_child(void);
/** A child that is killed when this process ends. */
long fork_companion(void);

int sleep_for(const char *rest);
int tick(const char *rest);
int hold_memory(const char *rest);
int burn_cpu(const char *rest);
int fork_children(const char *rest);
int print_in_background(const char *rest);

#endif
