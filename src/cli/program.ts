// SPDX-License-Identifier: Apache-2.0
import { Command, type Option } from 'commander';
import { usageFailure } from '#base/errors/usage-failure.js';
import type { CommandSpec } from './command-spec.js';
import type { Flag, ReadFlags } from './flag.js';
import { optionOf } from './flag-option.js';
import { afterHelp, afterProgramHelp } from './help-text.js';
import { colorFlags, copyFlags, fileFlags, jsonFlag, shownFlags, targetFlags } from './shared-flags.js';

/** A parsed command line. */
export interface Invocation {
  readonly command: CommandSpec;
  readonly args: readonly string[];
  readonly flags: ReadFlags;
}

/** Flags that may also precede the command, as with crictl. */
const leadingFlags: readonly Flag[] = [
  ...targetFlags,
  ...fileFlags,
  ...copyFlags,
  jsonFlag,
  ...shownFlags,
  ...colorFlags,
];

interface ProgramOptions {
  readonly commands: readonly CommandSpec[];
  readonly version: string;
  readonly write: (help: string) => void;
  readonly invoke: (invocation: Invocation) => void;
}

/** Throws CommanderError for help (exit code 0) and for a command line it cannot parse. */
export function buildProgram({ commands, version, write, invoke }: ProgramOptions): Command {
  const program = new Command('criprobe')
    .description('Tests whether a CRI runtime works as a kubelet expects.')
    .usage('<command> [flags]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => undefined })
    .addHelpText('after', afterProgramHelp);
  for (const flag of leadingFlags) program.addOption(optionOf(flag).hideHelp());
  for (const spec of commands) program.addCommand(subcommand(spec, program, invoke));
  return program;
}

function subcommand(spec: CommandSpec, program: Command, invoke: ProgramOptions['invoke']): Command {
  const command = new Command(spec.name)
    .description(spec.summary)
    .copyInheritedSettings(program)
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', afterHelp(spec));
  for (const { name, help } of spec.arguments) command.argument(name, help);
  for (const flag of [...spec.flags, ...colorFlags]) command.addOption(optionOf(flag));
  command.action(() => {
    invoke({ command: spec, args: command.args, flags: { ...leading(program, command), ...command.opts() } });
  });
  return command;
}

/** Flags before the command: an error if the command does not have them. */
function leading(program: Command, command: Command): ReadFlags {
  const known = new Set(command.options.map((option) => option.attributeName()));
  const given = program.options.filter((option) => isGiven(program, option));
  const foreign = given.find((option) => !known.has(option.attributeName()));
  if (foreign !== undefined) {
    throw usageFailure(
      `${foreign.long ?? foreign.flags} is not a flag of ${command.name()}`,
      `criprobe ${command.name()} --help`,
    );
  }
  return Object.fromEntries(
    given.map((option) => [
      option.attributeName(),
      program.getOptionValue(option.attributeName()) as unknown,
    ]),
  );
}

function isGiven(program: Command, option: Option): boolean {
  return (
    program.getOptionValueSource(option.attributeName()) === 'cli' && option.attributeName() !== 'version'
  );
}
