// SPDX-License-Identifier: Apache-2.0
import { InvalidArgumentError } from 'commander';
import { failOnChoices, type RunOptions } from '#app/run/run-options.js';
import { reportFormats } from '#app/shared/report-formats.js';
import { newestKubelet, oldestKubelet, playedKubelets } from '#app/target/played-kubelets.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { formatByteSize, parseByteSize } from '#base/text/byte-size.js';
import { formatDuration, parseDuration } from '#base/text/duration.js';

/** What arguments are read as, with the type that comes of it. */
export interface ValueTypes {
  /** Milliseconds. */
  readonly duration: number;
  /** Bytes. */
  readonly size: number;
  /** From 1 on. */
  readonly count: number;
  /** From 0 on. */
  readonly number: number;
  /** A Kubernetes minor that can be played. */
  readonly minor: string;
  /** May be repeated, and each may be a list with commas. */
  readonly list: readonly string[];
  /** May be repeated. */
  readonly each: readonly string[];
  /** Report formats; none: no report. */
  readonly formats: readonly string[];
  readonly 'fail-on': RunOptions['failOn'];
}

interface ValueType<T> {
  /** Absent: the text is one of the choices. */
  readonly read?: (text: string, previous: T | undefined) => T;
  readonly choices?: readonly string[];
  readonly is: (value: unknown) => boolean;
  /** As a person would write it. */
  readonly show?: (value: unknown) => string;
  readonly help?: string;
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const formatNames = reportFormats.map(({ name }) => name);

export const valueTypes: { readonly [Name in keyof ValueTypes]: ValueType<ValueTypes[Name]> } = {
  duration: { read: duration, is: isNumber, show: (ms) => (ms === 0 ? '0' : formatDuration(Number(ms))) },
  size: { read: byteSize, is: isNumber, show: (bytes) => formatByteSize(Number(bytes)) },
  count: { read: (text) => wholeNumber(text, 1), is: isNumber },
  number: { read: (text) => wholeNumber(text, 0), is: isNumber },
  minor: { read: minor, is: isText },
  list: { read: list, is: isTexts },
  each: { read: (text, previous = []) => [...previous, text], is: isTexts },
  formats: { read: formats, is: isTexts, show: String, help: [...formatNames, 'none'].join(', ') },
  'fail-on': { choices: failOnChoices, is: isText },
};

function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('Expected a duration such as 2s, 500ms or 1m30s.');
  return ms;
}

function byteSize(text: string): number {
  const bytes = parseByteSize(text);
  if (bytes === undefined) throw new InvalidArgumentError('Expected a size such as 500MB or 1.5GB.');
  return bytes;
}

function wholeNumber(text: string, min: 0 | 1): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isInteger(number) || number < min)
    throw new InvalidArgumentError(`Expected a whole number from ${min} on.`);
  return number;
}

function minor(text: string): string {
  if (playedKubelets.includes(text)) return text;
  throw new InvalidArgumentError(`Expected a Kubernetes minor from ${oldestKubelet} to ${newestKubelet}.`);
}

function list(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...text.split(',').filter((part) => part !== '')];
}

function formats(text: string, previous: readonly string[] = []): readonly string[] {
  const named = list(text);
  const unknown = named.find((name) => name !== 'none' && !formatNames.includes(name));
  if (unknown !== undefined)
    throw usageFailure(`There is no reporter ${unknown}`, `known: ${formatNames.join(', ')}, none`);
  return [...previous, ...named.filter((name) => name !== 'none')];
}
