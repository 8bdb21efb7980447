// SPDX-License-Identifier: Apache-2.0
import type * as z from 'zod';
import { usageFailure } from '#base/errors/usage-failure.js';
import { formatByteSize, parseByteSize } from '#base/text/byte-size.js';
import { formatDuration, parseDuration } from '#base/text/duration.js';
import { managedForms } from '#launchers/launcher-for.js';
import { failOnChoices, type FailOn } from '#results/fail-on.js';
import { newestKubelet, oldestKubelet, playedKubelets } from './played-kubelets.js';
import { reportFormats } from '../shared/report-formats.js';

/** What arguments and settings are read as, with the type that comes of it. */
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
  /** A runtime that we start. */
  readonly managed: string;
  /** Report formats; none: no report. */
  readonly formats: readonly string[];
  readonly 'fail-on': FailOn;
}

/** Passed in, so that only reading a config file loads zod. */
type Zod = typeof z;

interface ValueType<T> {
  /** Reads an argument; undefined: it is not what is expected. Absent: the text is one of the choices. */
  readonly read?: (text: string, previous: T | undefined) => T | undefined;
  /** `a size such as 500MB`: what an argument has to be. */
  readonly expected?: string;
  readonly choices?: readonly string[];
  /** What the config file has in its place. Absent: the text of an argument, or one of the choices. */
  readonly setting?: (zod: Zod) => z.ZodType;
  readonly is: (value: unknown) => boolean;
  /** As a person would write it. */
  readonly show?: (value: unknown) => string;
  readonly help?: string;
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const texts = (zod: Zod): z.ZodType => zod.array(zod.string());
const formatNames = reportFormats.map(({ name }) => name);

/** Flags and the config file follow from these rows. */
export const valueTypes: { readonly [Name in keyof ValueTypes]: ValueType<ValueTypes[Name]> } = {
  duration: {
    read: parseDuration,
    expected: 'a duration such as 2s, 500ms or 1m30s',
    is: isNumber,
    show: (ms) => (ms === 0 ? '0' : formatDuration(Number(ms))),
  },
  size: {
    read: parseByteSize,
    expected: 'a size such as 500MB or 1.5GB',
    is: isNumber,
    show: (bytes) => formatByteSize(Number(bytes)),
  },
  count: {
    read: (text) => wholeNumber(text, 1),
    expected: 'a whole number from 1 on',
    setting: (zod) => zod.int().min(1),
    is: isNumber,
  },
  number: {
    read: (text) => wholeNumber(text, 0),
    expected: 'a whole number from 0 on',
    setting: (zod) => zod.int().min(0),
    is: isNumber,
  },
  minor: {
    read: (text) => playedKubelets.find((minor) => minor === text),
    expected: `a Kubernetes minor from ${oldestKubelet} to ${newestKubelet}`,
    setting: (zod) => zod.enum(playedKubelets),
    is: isText,
  },
  list: { read: list, setting: texts, is: isTexts },
  each: { read: (text, previous = []) => [...previous, text], setting: texts, is: isTexts },
  managed: {
    read: (text) => text,
    is: isText,
    help: `start a private one: ${managedForms.join(', ')} (without a directory: from PATH)`,
  },
  formats: {
    read: formats,
    setting: (zod) => zod.array(zod.enum(formatNames)),
    is: isTexts,
    show: String,
    help: [...formatNames, 'none'].join(', '),
  },
  'fail-on': { choices: failOnChoices, is: isText },
};

function wholeNumber(text: string, min: 0 | 1): number | undefined {
  const number = Number(text);
  return text.trim() === '' || !Number.isInteger(number) || number < min ? undefined : number;
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
