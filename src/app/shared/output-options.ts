// SPDX-License-Identifier: Apache-2.0

import { reportFormats } from './report-formats.js';

/** What is shown and written. */
export interface OutputOptions {
  /** undefined: ./criprobe-results/<run id>, with the link `latest` beside it. */
  readonly output: string | undefined;
  /** Names of the formats that are written below the output directory. */
  readonly reporters: readonly string[];
  /** Paths of more copies, by the name of their format. */
  readonly copies: Readonly<Record<string, string>>;
  /** Stdout carries every event of the recording while it is made, and the result as the last line. */
  readonly ndjson: boolean;
  /** Every contract in the final text, not only what went wrong. */
  readonly verbose: boolean;
  /** Every call on stderr when it ends. */
  readonly debug: boolean;
  /** Put before the names of the reports. */
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
