// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Pod } from '#pod/pod.js';

export interface RecordedCall {
  readonly rpc: string;
  /** Since the pod's first call. */
  readonly at_ms: number;
  readonly took_ms: number;
  /** Null: none. */
  readonly deadline_ms: number | null;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly details: string };
}

/** Something that happened to the pod, the node or the runtime at that point. */
export interface Mark {
  readonly mark: string;
}

/** The input and the calls of a real kubelet. */
export interface Recording {
  readonly name: string;
  /** The kubelet's, such as 1.37. */
  readonly version: string;
  readonly pod: Pod;
  readonly lines: readonly (RecordedCall | Mark)[];
}

type Line = { readonly pod: Pod } | Mark | RecordedCall;

export const isCall = (line: RecordedCall | Mark): line is RecordedCall => 'rpc' in line;

export function callsOf({ lines }: Recording): readonly RecordedCall[] {
  return lines.filter(isCall);
}

export function readRecordingFile(path: string, version: string): Recording {
  const name = basename(path, '.jsonl');
  const [first, ...rest] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  if (first === undefined || !('pod' in first)) throw new Error(`${path}: no pod in the first line`);
  return {
    name,
    version,
    pod: first.pod,
    lines: whole(rest.filter((line): line is RecordedCall | Mark => !('pod' in line))),
  };
}

/** Our own copies say `same` for the configuration of the last sandbox. */
function whole(lines: readonly (RecordedCall | Mark)[]): readonly (RecordedCall | Mark)[] {
  let said: unknown;
  return lines.map((line) => {
    if (!isCall(line)) return line;
    if (line.rpc === 'RunPodSandbox') said = line.request['config'];
    const repeats = line.request['sandbox_config'] === 'same';
    return repeats ? { ...line, request: { ...line.request, sandbox_config: said } } : line;
  });
}
