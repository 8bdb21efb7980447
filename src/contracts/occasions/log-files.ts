// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import {
  joinedContent,
  joinedLines,
  parseLogLine,
  wholeLines,
  type LogLine,
} from '#evidence/history/log-lines.js';
import type { LogRenamed } from '#evidence/intent.js';

/** An observed log file and its container. */
export interface SeenLog {
  readonly life: ContainerHistory;
  readonly atMs: number;
  readonly path: string;
  readonly exists: boolean;
  readonly content: string;
  /** The file that a rotation renamed. */
  readonly rotated: boolean;
  /** No rotation had touched the log before. */
  readonly untouched: boolean;
}

export function logFilesOf(evidence: Evidence): readonly SeenLog[] {
  return evidence.logFiles().flatMap(({ atMs, facts }): readonly SeenLog[] => {
    const life = evidence.container(facts.container);
    if (life === undefined) return [];
    const { path, content, exists, rotated = false } = facts;
    const untouched = !renamings(evidence, life).some((renaming) => renaming.atMs <= atMs);
    return [{ life, atMs, path, content, exists, rotated, untouched }];
  });
}

/** Its file had been renamed, as the kubelet does, when the log was reopened. */
export function wasRenamedBefore(evidence: Evidence, { life }: SeenLog, reopen: RecordedCall): boolean {
  return renamings(evidence, life).some(({ atMs }) => atMs <= reopen.beganMs);
}

/** By a scenario, which gives the container's name, or by the kubelet, which gives its id. */
function renamings(evidence: Evidence, life: ContainerHistory): readonly LogRenamed[] {
  return evidence.logsRenamed().filter(({ container, name }) => container === life.id || name === life.name);
}

/** Each may be a part of a line. */
export function recordsOf({ content }: Pick<SeenLog, 'content'>): readonly LogLine[] {
  return wholeLines(content).flatMap((line) => parseLogLine(line) ?? []);
}

export function linesOf(log: Pick<SeenLog, 'content'>): readonly LogLine[] {
  return joinedLines(recordsOf(log));
}

/** Both streams joined from their lines, without the newline a runtime may add at the very end. */
export function joinedOf(log: SeenLog): { readonly stdout: string; readonly stderr: string } {
  const lines = recordsOf(log);
  const of = (stream: 'stdout' | 'stderr'): string =>
    chomp(asWritten(log.life, joinedContent(lines, stream)));
  return { stdout: of('stdout'), stderr: of('stderr') };
}

/** A terminal ends lines in its own way. */
function asWritten({ config }: ContainerHistory, output: string): string {
  return config.tty === true ? output.replaceAll('\r\n', '\n').replace(/\r$/, '') : output;
}

const chomp = (output: string): string => output.replace(/\n$/, '');

/** A line that ends in a number, as the test program counts repetitions. */
export interface CountedLine {
  readonly text: string;
  readonly number: number;
}

export function countedLines(content: string): readonly CountedLine[] {
  return linesOf({ content }).flatMap((line) => {
    const [, text = '', number] = /^(.*) (\d+)$/.exec(line.content) ?? [];
    return number === undefined ? [] : [{ text, number: Number(number) }];
  });
}

/** Where a line is not the next one of its text, or the first one of another; undefined if all are. */
export function firstGap(lines: readonly CountedLine[]): string | undefined {
  const at = lines.findIndex(({ text, number }, index) => {
    const before = lines[index - 1];
    return before !== undefined && number !== (before.text === text ? before.number + 1 : 1);
  });
  const [before, after] = [lines[at - 1], lines[at]];
  return before && after && `${after.text} ${after.number} after ${before.text} ${before.number}`;
}

/** The container had been shown as EXITED before the file was read. */
export function endedBeforeLook({ life, atMs }: SeenLog): boolean {
  return life.views.some(({ state, call }) => state === 'CONTAINER_EXITED' && call.endedMs <= atMs);
}
