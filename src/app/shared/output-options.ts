// SPDX-License-Identifier: Apache-2.0

import { reportFormats } from './report-formats.js';

/** What to print and write. */
export interface OutputOptions {
  /** undefined: ./criprobe-results/<run id>, with the link `latest` next to it. */
  readonly output: string | undefined;
  /** Names of the formats to write to the output directory. */
  readonly reporters: readonly string[];
  /** Paths of additional copies, by format. */
  readonly copies: Readonly<Record<string, string>>;
  /** Stdout carries every event of the recording as it is written, and the result as the last line. */
  readonly ndjson: boolean;
  /** Print every contract in the summary, not only the failures. */
  readonly verbose: boolean;
  /** Print every call on stderr as it ends. */
  readonly debug: boolean;
  /** Prefix of the names of the reports. */
  readonly reportPrefix: string;
}

export const defaultOutput: OutputOptions = {
  output: undefined,
  reporters: reportFormats.map(({ name }) => name),
  copies: {},
  ndjson: false,
  verbose: false,
  debug: false,
  reportPrefix: '',
};
