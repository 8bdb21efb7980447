// SPDX-License-Identifier: Apache-2.0
#ifndef STATEMENTS_H
#define STATEMENTS_H

/** Runs one statement; ends the program if it is not understood. */
void run_statement(const char *statement);

#endif
