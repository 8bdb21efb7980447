// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { Pod } from '#pod/pod.js';

export interface RecordedCall {
  readonly rpc: string;
  readonly deadline_ms: number | null;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly details: string };
}

export interface Recording {
  readonly pod: Pod;
  readonly calls: readonly RecordedCall[];
}

type Line = { readonly pod: Pod } | { readonly mark: string } | RecordedCall;

const dir = new URL('../../fixtures/recordings/', import.meta.url);

/** A recording of a real kubelet: what it was given, and the calls it made. */
export function readRecording(name: string): Recording {
  const lines = readFileSync(new URL(`${name}.jsonl`, dir), 'utf8')
    .trim()
    .split('\n');
  const [first, ...rest] = lines.map((line) => JSON.parse(line) as Line);
  if (!first || !('pod' in first)) throw new Error(`${name}: no pod in the first line`);
  return { pod: first.pod, calls: rest.filter((line): line is RecordedCall => 'rpc' in line) };
}

/** With everything that no two runs share taken out. */
export function normalized(request: unknown, names: readonly (readonly [string, string])[] = []): unknown {
  let text = JSON.stringify(request);
  for (const [from, to] of names) text = text.replaceAll(from, to);
  text = text
    .replace(/("kubernetes.io\/config.seen":)"[^"]*"/g, '$1"<time>"')
    .replace(/(\/containers\/[^/"]+\/)[0-9a-f]{8}"/g, '$1<random>"');
  return JSON.parse(text) as unknown;
}
