// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type LaunchCode =
  | 'E-MANAGED'
  | 'E-LAUNCH-MISSING'
  | 'E-LAUNCH-FAILED'
  | 'E-LAUNCH-DIRECTORY'
  | 'E-LAUNCH-SOCKET-PATH'
  | 'E-LAUNCH-LEFTOVERS'
  | 'E-SOCKET-TAKEN'
  | 'E-SOCKET-LISTEN'
  | 'E-GUEST-MISSING';

/** A runtime that we should start ourselves, and could not. */
export const launchEntries: Readonly<Record<LaunchCode, ErrorEntry>> = {
  'E-MANAGED': {
    title: 'The value of --managed names nothing that can be started',
    exit: exitCode.usage,
    seen: 'the value',
    likely: 'a typing error, or a relative directory after the @',
    fix: 'reference, containerd, or containerd@/absolute/directory',
  },
  'E-LAUNCH-MISSING': {
    title: 'This machine lacks something a private runtime needs',
    exit,
    seen: 'the program, right or kernel feature that is missing',
    likely: 'the runtime is not installed, or we are not root',
    fix: 'install what is named, or use --managed reference, which needs nothing',
  },
  'E-LAUNCH-FAILED': {
    title: 'A private runtime was started and did not get ready',
    exit,
    seen: 'the complaints and the last lines of its log',
    likely: 'what these lines say',
    fix: 'criprobe doctor --managed …; --managed reference needs nothing',
  },
  'E-LAUNCH-DIRECTORY': {
    title: 'The directory for a private runtime is not empty',
    exit,
    seen: 'what lies in it',
    likely: 'another run uses it, or a killed one left it',
    fix: 'criprobe cleanup, or another directory',
  },
  'E-LAUNCH-SOCKET-PATH': {
    title: "The path of a private runtime's socket is too long for the kernel",
    exit,
    seen: 'the path and its length; 107 bytes are allowed',
    likely: 'a long TMPDIR',
    fix: 'TMPDIR=/tmp criprobe …',
  },
  'E-LAUNCH-LEFTOVERS': {
    title: 'Something of a private runtime could not be removed',
    exit,
    seen: 'processes, mounts or directories that remain',
    likely: 'a process that does not end, or a busy mount',
    fix: 'criprobe cleanup, which can be repeated',
  },
  'E-SOCKET-TAKEN': {
    title: 'Something already listens on the path we were to serve',
    exit,
    seen: 'an answer on that socket, or a file that is no socket',
    likely: 'another program uses this path',
    fix: 'choose another path, or stop what listens there',
  },
  'E-SOCKET-LISTEN': {
    title: 'A socket cannot be made at the path we were to serve',
    exit,
    seen: 'the error of bind or listen',
    likely: 'the directory is missing or not writable, or the path is longer than 107 bytes',
    fix: 'make the directory, or choose a shorter path',
  },
  'E-GUEST-MISSING': {
    title: 'The test program for this architecture is not there',
    exit,
    seen: 'the path where it belongs',
    likely: 'the package is incomplete, or guest/bin was cleaned',
    fix: 'make -C guest',
  },
};
