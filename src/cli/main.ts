#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { runCommandLine } from './run-command-line.js';

process.exit(await runCommandLine(process.argv.slice(2)));
