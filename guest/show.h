// SPDX-License-Identifier: Apache-2.0
#ifndef SHOW_H
#define SHOW_H

void remember_start(char **arguments, char **environment);
int show(const char *rest);

#endif
