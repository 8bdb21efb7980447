// SPDX-License-Identifier: Apache-2.0
import { jsonText } from '#base/text/json-text.js';
import type { HtmlView } from '#report/html/html-view.js';
import type { Result } from '#results/result.js';

/** A file that a run writes next to its recording. */
export interface ReportFormat {
  /** For --reporter and the config file. */
  readonly name: string;
  readonly file: string;
  /** Help of the flag `--<name> <file>`, which writes a copy; absent: there is no such flag. */
  readonly copyHelp?: string;
  readonly render: (result: Result, view: HtmlView) => Promise<string>;
}

/**
 * The command line, the config file and the files of a run follow from this list. Renderers are loaded on
 * use.
 */
export const reportFormats: readonly ReportFormat[] = [
  {
    name: 'html',
    file: 'index.html',
    copyHelp: 'one more HTML report',
    render: async (result, view) => (await import('#report/html/page.js')).renderHtml(result, view),
  },
  {
    name: 'json',
    file: 'result.json',
    render: (result) => Promise.resolve(`${jsonText(result, 2)}\n`),
  },
  {
    name: 'junit',
    file: 'junit.xml',
    copyHelp: 'one more JUnit report',
    render: async (result, view) => (await import('#report/junit.js')).renderJunit(result, view),
  },
];
