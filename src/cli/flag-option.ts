// SPDX-License-Identifier: Apache-2.0
import { Option } from 'commander';
import { defaultRun } from '#app/run/run-options.js';
import type { Flag } from './flag.js';
import { valueTypes } from './value-types.js';

/** Turns a flag into commander's option. */
export function optionOf(flag: Flag): Option {
  const { flags, group, parse } = flag;
  const option = new Option(flags, helpOf(flag)).helpGroup(group);
  const { read, choices = flag.choices } = parse === undefined ? {} : valueTypes[parse];
  if (choices !== undefined) option.choices(choices);
  if (read !== undefined) option.argParser(read as (text: string, previous: unknown) => unknown);
  return option;
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
