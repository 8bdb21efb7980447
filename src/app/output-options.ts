// SPDX-License-Identifier: Apache-2.0

/** Files written below the output directory. */
export type Reporter = 'html' | 'json' | 'junit';

export const reporters: readonly Reporter[] = ['html', 'json', 'junit'];

/** From which broken level on the verdict is negative. */
export type FailOn = 'must' | 'should' | 'any' | 'none';

export const failOns: readonly FailOn[] = ['must', 'should', 'any', 'none'];

/** What is shown and written. */
export interface OutputOptions {
  /** undefined: ./criprobe-results/<run id>, with the link `latest` beside it. */
  readonly output: string | undefined;
  readonly reporters: readonly Reporter[];
  /** Path of one more copy of the report, or undefined. */
  readonly junit: string | undefined;
  readonly html: string | undefined;
  /** Stdout carries JSON and nothing else. */
  readonly json: boolean;
  readonly quiet: boolean;
}

export const defaultOutput: OutputOptions = {
  output: undefined,
  reporters,
  junit: undefined,
  html: undefined,
  json: false,
  quiet: false,
};
