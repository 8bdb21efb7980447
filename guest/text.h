// SPDX-License-Identifier: Apache-2.0
// Reading statements: words, numbers, durations and sizes.
#ifndef TEXT_H
#define TEXT_H

enum { PATH_SPACE = 4096, NUMBER_SPACE = 24 };

long length_of(const char *text);
int same(const char *left, const char *right);
int starts_with(const char *text, const char *prefix);

/** Copies the next word and moves behind it and one space. 0 when there is none or it is too long. */
int take_word(const char **rest, char *word, long space);
int take_number(const char **rest, long *number);
/** Milliseconds. */
int take_duration(const char **rest, long *milliseconds);
/** Bytes. */
int take_size(const char **rest, long *bytes);
/** The signal's number, from a name, RTMIN+n, RTMAX-n or digits. */
int take_signal(const char **rest, int *signal);

/** Writes the digits and a final zero; returns how many digits. */
int format_number(char *out, unsigned long number, unsigned base);

#endif
