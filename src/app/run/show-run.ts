// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { jsonText } from '#base/text/json-text.js';
import { allContracts } from '#contracts/all.js';
import type { Footer } from '#evidence/event.js';
import { renderHtml } from '#report/html/page.js';
import { renderJunit } from '#report/junit.js';
import type { ReportView } from '#report/report-view.js';
import { renderTerminal } from '#report/terminal.js';
import type { KnownFailures } from './known.js';
import { writeOutput } from './output-directory.js';
import type { OutputOptions } from '../shared/output-options.js';
import { proofOf } from './proof-of.js';
import type { Judgement } from './judge-recording.js';
import { reservationsText } from '#runner/reservations.js';
import { paletteFor } from '../shared/palette-for.js';
import type { Io } from '../shared/use-case.js';

/** What there is to show of a judged recording. */
export interface RunReport extends Judgement {
  readonly evidencePath: string;
  /** As a person would type it. */
  readonly evidenceFile: string;
  readonly targetFlags: string;
  readonly ended?: Footer['ended'];
  /** From then on no proof is looked for any more. */
  readonly tooLate?: AbortSignal;
  /** Where the reports go; undefined: only where a flag says. */
  readonly directory: string | undefined;
}

function viewOf({ header, evidenceFile, targetFlags }: RunReport): ReportView {
  return { texts: allContracts, header, evidenceFile, targetFlags };
}

/** result.json, junit.xml and index.html beside the evidence, and copies where asked. */
export async function writeReports(
  shown: RunReport,
  options: OutputOptions,
  { signal }: Pick<Io, 'signal'>,
): Promise<void> {
  const { result, directory, evidencePath, tooLate } = shown;
  const view = viewOf(shown);
  const page = async (): Promise<string> =>
    renderHtml(result, { ...view, ...(await proofOf(evidencePath, result, tooLate)) });
  const render = {
    json: () => Promise.resolve(`${jsonText(result, 2)}\n`),
    junit: () => Promise.resolve(renderJunit(result, view)),
    html: page,
  };
  const { reportPrefix } = options;
  const names = { json: 'result.json', junit: 'junit.xml', html: 'index.html' } as const;
  const wanted: (readonly [keyof typeof render, string])[] = [
    ...(directory === undefined
      ? []
      : options.reporters.map((kind) => [kind, join(directory, `${reportPrefix}${names[kind]}`)] as const)),
    ...(options.junit === undefined ? [] : [['junit', options.junit] as const]),
    ...(options.html === undefined ? [] : [['html', options.html] as const]),
  ];
  for (const [kind, path] of wanted) await writeOutput(path, await render[kind](), signal);
}

const endings: Readonly<Record<Footer['ended'], string>> = {
  done: '',
  interrupted: 'INTERRUPTED: what had not begun is unexercised\n',
  timeout: 'TIME IS UP (--global-timeout): what had not begun is unexercised\n',
  'runtime-gone': 'THE RUNTIME WENT AWAY during the run and did not come back  [E-RUNTIME-GONE]\n',
};

interface Showing {
  readonly options: OutputOptions;
  readonly io: Io;
  readonly known: KnownFailures;
}

/** What a person reads at the end of a run. */
export function showRun(shown: RunReport, { options, io, known }: Showing): string {
  const { result, directory } = shown;
  const palette = paletteFor(io);
  const text = renderTerminal(result, {
    ...viewOf(shown),
    palette,
    known: known.excused,
    verbose: options.verbose,
  });
  const complaints = known.complaints.map((line) => `${line}\n`).join('');
  const cut = (shown.ended && endings[shown.ended]) ?? '';
  const report =
    directory !== undefined && options.reporters.includes('html')
      ? `report    ${join(directory, `${options.reportPrefix}index.html`)}\n`
      : '';
  return `${text}${complaints}${cut}${reservationsText(shown)}${report}`;
}
