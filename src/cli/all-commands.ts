// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from './command-spec.js';
import { cleanupCommand } from './commands/cleanup.js';
import { compareCommand } from './commands/compare.js';
import { doctorCommand } from './commands/doctor.js';
import { explainCommand } from './commands/explain.js';
import { gateCommand } from './commands/gate.js';
import { judgeCommand } from './commands/judge.js';
import { listCommand } from './commands/list.js';
import { playCommand } from './commands/play.js';
import { runCommand } from './commands/run.js';
import { serveCommand } from './commands/serve.js';
import { upgradeCommand } from './commands/upgrade.js';
import { versionCommand } from './commands/version.js';

export const allCommands: readonly CommandSpec[] = [
  runCommand,
  compareCommand,
  upgradeCommand,
  gateCommand,
  serveCommand,
  judgeCommand,
  playCommand,
  doctorCommand,
  listCommand,
  explainCommand,
  cleanupCommand,
  versionCommand,
];
