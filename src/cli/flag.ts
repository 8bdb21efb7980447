// SPDX-License-Identifier: Apache-2.0
import { Option } from 'commander';
import type { RunOptions } from '#app/run/run-options.js';
import { valueTypes, type ValueTypes } from './value-types.js';

/** Everything there is to say about a flag: parsing, `--help`, the options of a use case, the config file and docs/cli.md follow from it. */
export interface Flag {
  /** As commander has it: `-r, --runtime-endpoint <uri>`. */
  readonly flags: string;
  /** Absent: the values that its type knows. Where its option has a default, the help ends with it. */
  readonly help?: string;
  readonly group: FlagGroup;
  /** What its argument is read as. Absent: the text as it is, or one of the choices. */
  readonly parse?: keyof ValueTypes;
  readonly choices?: readonly string[];
  /** The option of a run that it sets, and of every command that has this flag. */
  readonly option?: keyof RunOptions;
  /** The key of the config file that sets the same option: `timeouts.rpc`. */
  readonly config?: `${string}.${string}`;
  /** What there is to add to the default, in the same brackets. */
  readonly defaultNote?: string;
  /** Commands that take its group without it. */
  readonly notFor?: readonly string[];
}

type FlagGroup = 'Target:' | 'Selection:' | 'Run:' | 'Verdict:' | 'Output:' | 'Command:';

/** What commander read. Nobody takes a value from it unchecked: `valuesOf` does. */
export type ReadFlags = Readonly<Record<string, unknown>>;

/** The values of some flags, by the name that commander gives them; absent: not given. */
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

/** The options that some flags set, by their names. */
export type FlagOptions<Flags extends readonly Flag[]> = {
  readonly [F in Flags[number] as F extends { readonly option: infer Name extends string } ? Name : never]?:
    ValueOf<F> | undefined;
};

/** The same as commander's name for it. */
export function flagName({ flags }: Flag): string {
  return new Option(flags).attributeName();
}

/** The flags' values from what commander read. */
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

/** What the config file says in the place of flags. */
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

/** The options that the flags set with these values. */
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
