// SPDX-License-Identifier: Apache-2.0
import { InvalidArgumentError, Option } from 'commander';
import { defaultRun } from '#app/run/run-options.js';
import { valueTypes, type ValueTypes } from '#app/target/value-types.js';
import type { Flag } from './flag.js';

/** Turns a flag into commander's option. */
export function optionOf(flag: Flag): Option {
  const { flags, group, parse } = flag;
  const option = new Option(flags, helpOf(flag)).helpGroup(group);
  const { choices = flag.choices } = parse === undefined ? {} : valueTypes[parse];
  if (choices !== undefined) option.choices(choices);
  else if (parse !== undefined) option.argParser(readerOf(parse));
  return option;
}

function readerOf(type: keyof ValueTypes): (text: string, previous: unknown) => unknown {
  const { read, expected = '' } = valueTypes[type];
  return (text, previous) => {
    const value: unknown = read?.(text, previous as undefined);
    if (value === undefined) throw new InvalidArgumentError(`Expected ${expected}.`);
    return value;
  };
}

/** The help text and the default. */
export function helpOf(flag: Flag): string {
  const { parse, defaultNote = '' } = flag;
  const help = flag.help ?? (parse && valueTypes[parse].help) ?? '';
  const shown = defaultOf(flag);
  return shown === undefined ? help : `${help} (default: ${shown}${defaultNote})`;
}

/** Undefined if the default is nothing, or `false`. */
function defaultOf({ option, parse }: Flag): string | undefined {
  const value: unknown = option && defaultRun[option];
  if (value === undefined || value === false || value === '') return undefined;
  const { show = String } = parse === undefined ? {} : valueTypes[parse];
  return show(value);
}
