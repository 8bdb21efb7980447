// SPDX-License-Identifier: Apache-2.0
/** One line of a container's log file, as the kubelet parses it. */
export interface LogLine {
  readonly time: string;
  readonly stream: 'stdout' | 'stderr';
  readonly partial: boolean;
  readonly content: string;
}

const grammar =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)) (stdout|stderr) ([PF])(?::[^ ]*)? (.*)$/su;

/** Undefined: the kubelet skips such a line. */
export function parseLogLine(text: string): LogLine | undefined {
  const [, time, stream, tag, content] = grammar.exec(text) ?? [];
  if (time === undefined || content === undefined) return undefined;
  return { time, stream: stream === 'stderr' ? 'stderr' : 'stdout', partial: tag === 'P', content };
}

/** Complete lines of a file; after its last newline there may be half a line. */
export function wholeLines(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

/**
 * The lines that the container wrote, each with the time of its last record: a runtime may split a line wherever
 * the program made a pause.
 */
export function joinedLines(records: readonly LogLine[]): readonly LogLine[] {
  const begun = { stdout: '', stderr: '' };
  return records.flatMap(({ stream, partial, content, time }) => {
    const line = begun[stream] + content;
    begun[stream] = partial ? line : '';
    return partial ? [] : [{ time, stream, partial, content: line }];
  });
}

/** What the container wrote to a stream, joined from full and partial lines. */
export function joinedContent(lines: readonly LogLine[], stream: LogLine['stream']): string {
  return lines
    .filter((line) => line.stream === stream)
    .map(({ content, partial }) => (partial ? content : `${content}\n`))
    .join('');
}

/** Nanoseconds since 1970 of an RFC 3339 time, with all nine digits. */
export function rfc3339Ns(time: string): bigint | undefined {
  const [, whole, fraction = '', zone] = /^([^.Z+]*?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  const ms = Date.parse(`${whole ?? ''}${zone ?? ''}`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}
