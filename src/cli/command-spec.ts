// SPDX-License-Identifier: Apache-2.0
import type { CommandResult, Io } from '#app/shared/use-case.js';
import type { ExitCode } from '#base/exit-code.js';
import { valuesOf, type Flag, type FlagValues, type ReadFlags } from './flag.js';

/** A command: parses its arguments, calls one use case, returns the result. */
export interface CommandSpec extends CommandWords {
  readonly flags: readonly Flag[];
  readonly run: (args: readonly string[], read: ReadFlags, io: Io) => Promise<CommandResult>;
}

interface CommandWords {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** In commander's syntax: `[id-glob...]`, `<id>`. */
  readonly arguments: readonly { readonly name: string; readonly help: string }[];
  readonly examples: readonly string[];
  /** What its exit codes mean; 2 and 4 mean the same for every command. */
  readonly exits: Readonly<Partial<Record<ExitCode, string>>>;
}

interface CommandDefinition<Flags extends readonly Flag[]> extends CommandWords {
  /** Flag groups and its own flags, without those of a group that exclude this command. */
  readonly flags: Flags;
  readonly run: (args: readonly string[], values: FlagValues<Flags>, io: Io) => Promise<CommandResult>;
}

/** Defines a command; `run` gets typed values of the command's flags. */
export function defineCommand<const Flags extends readonly Flag[]>(
  definition: CommandDefinition<Flags>,
): CommandSpec {
  return {
    ...definition,
    flags: definition.flags.filter(({ notFor = [] }) => !notFor.includes(definition.name)),
    run: (args, read, io) => definition.run(args, valuesOf(definition.flags, read), io),
  };
}
