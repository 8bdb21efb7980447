// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { allContracts } from '#contracts/all.generated.js';
import type { Footer } from '#evidence/event.js';
import type { ReportView } from '#report/report-view.js';
import { renderTerminal } from '#report/terminal.js';
import type { KnownFailures } from './known.js';
import { writeOutput } from './output-directory.js';
import type { OutputOptions } from '../shared/output-options.js';
import { type ReportFormat, reportFormats } from '../shared/report-formats.js';
import type { Judgement } from './judge-recording.js';
import { reservationsText } from '#runner/reservations.js';
import { paletteFor } from '../shared/palette-for.js';
import type { Io } from '../shared/use-case.js';

/** The parts of a judged recording to report. */
export interface RunReport extends Judgement {
  /** As the user would type it. */
  readonly evidenceFile: string;
  readonly targetFlags: string;
  readonly ended?: Footer['ended'];
  /** Where the reports go; undefined: only where a flag says. */
  readonly directory: string | undefined;
}

function viewOf({ header, evidenceFile, targetFlags }: RunReport): ReportView {
  return { texts: allContracts, header, evidenceFile, targetFlags };
}

/** Writes the reports next to the evidence, and the requested copies. */
export async function writeReports(
  shown: RunReport,
  options: OutputOptions,
  { signal }: Pick<Io, 'signal'>,
): Promise<void> {
  const { result, proofs } = shown;
  const view = { ...viewOf(shown), proofs };
  const wanted = reportFormats.flatMap((format) =>
    pathsOf(format, shown, options).map((path) => [format, path] as const),
  );
  for (const [{ render }, path] of wanted) await writeOutput(path, await render(result, view), signal);
}

/** The paths that a format is written to. */
function pathsOf(
  { name, file }: ReportFormat,
  { directory }: Pick<RunReport, 'directory'>,
  { reporters, reportPrefix, copies }: OutputOptions,
): readonly string[] {
  const copy = copies[name];
  const isWanted = directory !== undefined && reporters.includes(name);
  return [
    ...(isWanted ? [join(directory, `${reportPrefix}${file}`)] : []),
    ...(copy === undefined ? [] : [copy]),
  ];
}

const endings: Readonly<Record<Footer['ended'], string>> = {
  done: '',
  interrupted: 'INTERRUPTED: the scenarios that had not begun are unexercised\n',
  timeout: 'TIMEOUT (--global-timeout): the scenarios that had not begun are unexercised\n',
  'runtime-gone': 'THE RUNTIME DISAPPEARED during the run and did not come back  [E-RUNTIME-GONE]\n',
};

interface ShowOptions {
  readonly options: OutputOptions;
  readonly io: Io;
  readonly known: KnownFailures;
}

/** The summary at the end of a run. */
export function showRun(shown: RunReport, { options, io, known }: ShowOptions): string {
  const { result } = shown;
  const palette = paletteFor(io);
  const text = renderTerminal(result, {
    ...viewOf(shown),
    palette,
    known: known.excused,
    verbose: options.verbose,
  });
  const complaints = known.complaints.map((line) => `${line}\n`).join('');
  const cut = (shown.ended && endings[shown.ended]) ?? '';
  const pages = reportFormats
    .filter(({ name }) => name === 'html')
    .flatMap((page) => pathsOf(page, shown, { ...options, copies: {} }));
  const report = pages.map((path) => `report    ${path}\n`).join('');
  return `${text}${complaints}${cut}${reservationsText(shown)}${report}`;
}
