#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { isatty } from 'node:tty';
import { runCommandLine } from './run-command-line.js';

const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
const exit = await runCommandLine(process.argv.slice(2));
// Node crashes on its way out when a terminal that it had is gone.
if (!terminals.every((descriptor) => isatty(descriptor))) process.kill(process.pid, 'SIGHUP');
process.exit(exit);
