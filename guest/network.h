// SPDX-License-Identifier: Apache-2.0
#ifndef NETWORK_H
#define NETWORK_H

int listen_on(const char *rest);
int connect_to(const char *rest);

#endif
