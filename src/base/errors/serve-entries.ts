// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type ServeCode = 'E-SOCKET-TAKEN' | 'E-SOCKET-LISTEN' | 'E-GUEST-MISSING';

/** What criprobe serves: the socket of the reference runtime, and images with the test program. */
export const serveEntries: Readonly<Record<ServeCode, ErrorEntry>> = {
  'E-SOCKET-TAKEN': {
    title: 'Something else already listens on the path',
    exit,
    seen: 'an answer on that socket, or a file that is not a socket',
    likely: 'another program uses this path',
    fix: 'choose another path, or stop what listens there',
  },
  'E-SOCKET-LISTEN': {
    title: 'The socket cannot be created',
    exit,
    seen: 'the error of bind or listen',
    likely: 'the directory is missing or not writable, or the path is longer than 107 bytes',
    fix: 'create the directory, or choose a shorter path',
  },
  'E-GUEST-MISSING': {
    title: 'The test program for this architecture is missing',
    exit,
    seen: 'its expected path',
    likely: 'the package is incomplete, or guest/bin was cleaned',
    fix: 'make -C guest',
  },
};
