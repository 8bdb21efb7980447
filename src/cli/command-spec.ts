// SPDX-License-Identifier: Apache-2.0
import type { CommandResult, Io } from '#app/shared/use-case.js';
import type { ExitCode } from '#base/exit-code.js';
import { valuesOf, type Flag, type FlagValues, type ReadFlags } from './flag.js';

/** A command: parses, calls one use case, hands back its answer. */
export interface CommandSpec extends CommandWords {
  readonly flags: readonly Flag[];
  readonly run: (args: readonly string[], read: ReadFlags, io: Io) => Promise<CommandResult>;
}

interface CommandWords {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** As commander has it: `[id-glob...]`, `<id>`. */
  readonly arguments: readonly { readonly name: string; readonly help: string }[];
  readonly examples: readonly string[];
  /** What its exit codes mean, beyond 2 and 4, which every command has. */
  readonly exits: Readonly<Partial<Record<ExitCode, string>>>;
}

interface CommandDefinition<Flags extends readonly Flag[]> extends CommandWords {
  /** Groups of flags and flags of its own; those of a group that are not for it are left out. */
  readonly flags: Flags;
  readonly run: (args: readonly string[], values: FlagValues<Flags>, io: Io) => Promise<CommandResult>;
}

/** A command whose `run` gets the values of its own flags, each of the type that the flag says. */
export function defineCommand<const Flags extends readonly Flag[]>(
  definition: CommandDefinition<Flags>,
): CommandSpec {
  return {
    ...definition,
    flags: definition.flags.filter(({ notFor = [] }) => !notFor.includes(definition.name)),
    run: (args, read, io) => definition.run(args, valuesOf(definition.flags, read), io),
  };
}
