// SPDX-License-Identifier: Apache-2.0
// Reactions to signals, and what the first process of a namespace owes its children.
#ifndef SIGNALS_H
#define SIGNALS_H

/** Children are reaped; as process 1, signals end us although the kernel would drop them. */
void prepare_signals(void);
/** In a child: nothing of the parent's reactions is left. */
void forget_reactions(void);
/** TERM and INT end the pause program in peace. */
void pause_for_ever(void);

int on_signal(const char *rest);
int raise_signal(const char *rest);

#endif
