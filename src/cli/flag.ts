// SPDX-License-Identifier: Apache-2.0
import { Option } from 'commander';
import type { RunOptions } from '#app/run/run-options.js';
import { valueTypes, type ValueTypes } from '#app/target/value-types.js';

/** A flag. Parsing, `--help`, the options of a use case, the config file and docs/cli.md follow from it. */
export interface Flag {
  /** In commander's syntax: `-r, --runtime-endpoint <uri>`. */
  readonly flags: string;
  /** Absent: the values that its type allows. If its option has a default, the help ends with it. */
  readonly help?: string;
  readonly group: FlagGroup;
  /** How its argument is parsed. Absent: as it is, or as one of the choices. */
  readonly parse?: keyof ValueTypes;
  readonly choices?: readonly string[];
  /** The run option it sets, in every command that has this flag. */
  readonly option?: keyof RunOptions;
  /** The key of the config file that sets the same option: `timeouts.rpc`. */
  readonly config?: `${string}.${string}`;
  /** Added to the default, in the same brackets. */
  readonly defaultNote?: string;
  /** Commands that take the flag's group, but not this flag. */
  readonly notFor?: readonly string[];
}

type FlagGroup = 'Target:' | 'Selection:' | 'Run:' | 'Verdict:' | 'Output:' | 'Command:';

/** What commander parsed, unchecked: `valuesOf` checks it. */
export type ReadFlags = Readonly<Record<string, unknown>>;

/** Values of flags by commander's name for them; absent: not given. */
export type FlagValues<Flags extends readonly Flag[]> = {
  readonly [F in Flags[number] as NameOf<F['flags']>]?: ValueOf<F>;
};

type ValueOf<F extends Flag> = F extends { readonly flags: `--no-${string}` }
  ? false
  : F extends { readonly parse: infer Type extends keyof ValueTypes }
    ? ValueTypes[Type]
    : F extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : F['flags'] extends `${string}<${string}`
        ? string
        : true;

/** `-r, --runtime-endpoint <uri>`: runtimeEndpoint; `--no-color`: color. */
type NameOf<Flags extends string> = Flags extends `${string}--${infer Long}`
  ? CamelCase<WithoutNo<FirstWord<Long>>>
  : never;
type FirstWord<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;
type WithoutNo<Long extends string> = Long extends `no-${infer Rest}` ? Rest : Long;
type CamelCase<Long extends string> = Long extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Long;

/** The options that these flags set, by name. */
export type FlagOptions<Flags extends readonly Flag[]> = {
  readonly [F in Flags[number] as F extends { readonly option: infer Name extends string } ? Name : never]?:
    ValueOf<F> | undefined;
};

/** Commander's name for a flag. */
export function flagName({ flags }: Flag): string {
  return new Option(flags).attributeName();
}

/** Checks what commander parsed. */
export function valuesOf<Flags extends readonly Flag[]>(flags: Flags, read: ReadFlags): FlagValues<Flags> {
  const own = Object.entries(read).filter(([name, value]) => {
    const named = flags.filter((flag) => flagName(flag) === name);
    if (named.length > 0 && !named.some((flag) => isValueOf(flag, value)))
      throw new TypeError(`--${name} was read as ${JSON.stringify(value)}`);
    return named.length > 0;
  });
  return Object.fromEntries(own) as FlagValues<Flags>;
}

function isValueOf({ flags, parse, choices }: Flag, value: unknown): boolean {
  if (flags.startsWith('--no-')) return value === false;
  if (parse !== undefined) return valueTypes[parse].is(value);
  if (choices !== undefined) return choices.some((choice) => choice === value);
  return flags.includes('<') ? typeof value === 'string' : value === true;
}

/** The values that the config file sets instead of flags. */
export function configuredValues<Flags extends readonly Flag[]>(
  flags: Flags,
  settings: ReadonlyMap<string, unknown> = new Map(),
): FlagValues<Flags> {
  const said = flags.flatMap((flag) => {
    const value = flag.config && settings.get(flag.config);
    return value === undefined ? [] : [[flagName(flag), value] as const];
  });
  return valuesOf(flags, Object.fromEntries(said));
}

/** The options that these values set. */
export function optionsFrom<Flags extends readonly Flag[]>(
  flags: Flags,
  values: FlagValues<Flags>,
): FlagOptions<Flags> {
  const given = new Map<string, unknown>(Object.entries(values));
  const options = flags.flatMap((flag) =>
    flag.option === undefined ? [] : [[flag.option, given.get(flagName(flag))] as const],
  );
  return Object.fromEntries(options) as FlagOptions<Flags>;
}
