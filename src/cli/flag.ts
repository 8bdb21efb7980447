// SPDX-License-Identifier: Apache-2.0
import { InvalidArgumentError, Option } from 'commander';
import { newestKubelet, oldestKubelet, playedKubelets } from '#app/target/played-kubelets.js';
import { parseByteSize } from '#base/text/byte-size.js';
import { parseDuration } from '#base/text/duration.js';

export interface Flag {
  /** As commander has it: `-r, --runtime-endpoint <uri>`. */
  readonly flags: string;
  readonly help: string;
  readonly group: FlagGroup;
  readonly parse?: (text: string, previous: never) => unknown;
  readonly choices?: readonly string[];
}

type FlagGroup = 'Target:' | 'Selection:' | 'Run:' | 'Verdict:' | 'Output:' | 'Command:';

export function optionOf({ flags, help, group, parse, choices }: Flag): Option {
  const option = new Option(flags, help).helpGroup(group);
  if (choices !== undefined) option.choices(choices);
  if (parse !== undefined) option.argParser(parse as (text: string, previous: unknown) => unknown);
  return option;
}

export function durationFlag(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('Expected a duration such as 2s, 500ms or 1m30s.');
  return ms;
}

export function byteCount(text: string): number {
  const bytes = parseByteSize(text);
  if (bytes === undefined) throw new InvalidArgumentError('Expected a size such as 500MB or 1.5GB.');
  return bytes;
}

export function positiveInteger(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('Expected a whole number from 1 on.');
  return number;
}

export function wholeNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isInteger(number) || number < 0) {
    throw new InvalidArgumentError('Expected a whole number from 0 on.');
  }
  return number;
}

export function minorVersion(text: string): string {
  if (playedKubelets.includes(text)) return text;
  throw new InvalidArgumentError(`Expected a Kubernetes minor from ${oldestKubelet} to ${newestKubelet}.`);
}

/** A flag that may be repeated, and whose value may be a list with commas. */
export function many(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...text.split(',').filter((part) => part !== '')];
}

/** A flag that may be repeated. */
export function each(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}
