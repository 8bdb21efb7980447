// SPDX-License-Identifier: Apache-2.0
// Statements on files. Each takes the rest of its statement and answers whether it was well formed.
#ifndef FILES_H
#define FILES_H

void copy_to_stdout(int fd);
void show_file(const char *path);
int exists(const char *path);

int put_file(const char *rest);
int append_file(const char *rest);
int cat_file(const char *rest);
int stat_file(const char *rest);
int describe_device(const char *rest);
int await_file(const char *rest);
int remove_file(const char *rest);
int make_directory(const char *rest);
/** Whether the counter in the file was below the limit; counts one up if so. */
int counts_up(const char *path, long limit);

#endif
