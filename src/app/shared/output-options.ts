// SPDX-License-Identifier: Apache-2.0

/** Files written below the output directory. */
export type Reporter = 'html' | 'json' | 'junit';

export const reporters: readonly Reporter[] = ['html', 'json', 'junit'];

/** What is shown and written. */
export interface OutputOptions {
  /** undefined: ./criprobe-results/<run id>, with the link `latest` beside it. */
  readonly output: string | undefined;
  readonly reporters: readonly Reporter[];
  /** Path of one more copy of the report, or undefined. */
  readonly junit: string | undefined;
  readonly html: string | undefined;
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
  reporters,
  junit: undefined,
  html: undefined,
  ndjson: false,
  verbose: false,
  debug: false,
  reportPrefix: '',
};
