// SPDX-License-Identifier: Apache-2.0
import type { CommandResult, Io } from '#app/shared/use-case.js';
import type { ExitCode } from '#base/exit-code.js';
import type { Flag } from './flag.js';
import type { FlagValues } from './flag-values.js';

/** A command: parses, calls one use case, hands back its answer. */
export interface CommandSpec {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** As commander has it: `[id-glob...]`, `<id>`. */
  readonly arguments: readonly { readonly name: string; readonly help: string }[];
  readonly flags: readonly Flag[];
  readonly examples: readonly string[];
  /** What its exit codes mean, beyond 2 and 4, which every command has. */
  readonly exits: Readonly<Partial<Record<ExitCode, string>>>;
  readonly run: (args: readonly string[], flags: FlagValues, io: Io) => Promise<CommandResult>;
}
