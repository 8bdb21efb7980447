// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRecordingFile, type Recording } from './recording.js';

const newest = '1.37';
const goldens = fileURLToPath(new URL('../../fixtures/recordings/', import.meta.url));
/** More of them, in the same format, from outside the project. */
const further = process.env['CRIPROBE_RECORDINGS'] ?? '';

/** Ours and those in CRIPROBE_RECORDINGS; by `<minor>/<name>`, or only the name for the newest kubelet. */
export function recordingsHere(): ReadonlyMap<string, Recording> {
  if (further !== '' && !existsSync(further)) throw new Error(`CRIPROBE_RECORDINGS: no ${further}`);
  const roots = [{ dir: goldens, prefix: '' }];
  if (further !== '') roots.push({ dir: further, prefix: 'further ' });
  return new Map(roots.flatMap(({ dir, prefix }) => below(dir, prefix)));
}

function below(root: string, prefix: string): readonly (readonly [string, Recording])[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.jsonl'),
  );
  return files
    .map(({ parentPath, name }) => {
      const minor = minorOf(join(basename(root), parentPath.slice(root.length)));
      const recording = readRecordingFile(join(parentPath, name), minor ?? newest);
      const title = `${prefix}${minor === undefined ? '' : `${minor}/`}${recording.name}`;
      return [title, recording] as const;
    })
    .sort(([a], [b]) => a.localeCompare(b));
}

/** The last directory on the path that is named after a minor. */
function minorOf(path: string): string | undefined {
  return path.split('/').findLast((part) => /^1\.\d+$/.test(part));
}
