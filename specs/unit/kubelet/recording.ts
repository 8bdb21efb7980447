// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url';
import type { Pod } from '#pod/pod.js';
import { callsOf, readRecordingFile, type RecordedCall } from '../../support/recordings/recording.js';

export interface PodRecording {
  readonly pod: Pod;
  readonly calls: readonly RecordedCall[];
}

const dir = fileURLToPath(new URL('../../fixtures/recordings/', import.meta.url));

/** By name; of an older kubelet as `1.24/oom`. */
export function readRecording(name: string): PodRecording {
  const recording = readRecordingFile(`${dir}${name}.jsonl`, '1.37');
  return { pod: recording.pod, calls: callsOf(recording) };
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
