// SPDX-License-Identifier: Apache-2.0
import { readFile, rename } from 'node:fs/promises';
import { pollUntil } from './poll.js';
import { note, type Stage } from './stage.js';

/** Long enough for every scenario of ours; a runaway log must not fill the evidence. */
const mostBytes = 1 << 20;

/** What a kubelet appends when it puts a log aside starts with a dot and a time; ours is easy to find. */
const rotatedEnding = '.rotated';

interface OfContainer {
  readonly container: string;
}

export async function untilLog(
  stage: Stage,
  { container, line }: OfContainer & { line: string },
): Promise<void> {
  await pollUntil(stage, `the line "${line}" in the log of ${container}`, async () => {
    const content = await read(pathOf(stage, container) ?? '');
    return content?.split('\n').some((entry) => isLine(entry, line)) ?? false;
  });
  // A program may print before its start is answered, and nothing but its start can be asked of a container until then.
  const isStarted = (): boolean =>
    stage.cri.count('StartContainer', 'any') >= stage.cri.count('StartContainer', 'begun');
  await pollUntil(stage, `the start of ${container} to be answered`, isStarted);
}

/** `2026-11-18T17:31:50.05Z stdout F beat 3`, as `beat 3` or `beat *`. */
function isLine(entry: string, line: string): boolean {
  return line.endsWith('*') ? entry.includes(` ${line.slice(0, -1)}`) : entry.endsWith(` ${line}`);
}

export async function lookAtLog(
  stage: Stage,
  { container, rotated = false }: OfContainer & { rotated?: boolean },
): Promise<void> {
  const { tape, scenario } = stage;
  const path = `${pathOf(stage, container) ?? ''}${rotated ? rotatedEnding : ''}`;
  const content = await read(path);
  tape.append({
    ...{ type: 'sighting', scenario: scenario.id, atMs: tape.nowMs(), of: 'log-file', name: container },
    facts: {
      path,
      container: stage.memory.idOf(`container:${container}`) ?? '',
      ...(rotated ? { rotated } : {}),
      exists: content !== undefined,
      content: content?.slice(0, mostBytes) ?? '',
      bytes: Buffer.byteLength(content ?? ''),
    },
  });
}

export async function renameLog(stage: Stage, { container }: OfContainer): Promise<void> {
  const path = pathOf(stage, container);
  if (path === undefined) return;
  const rotated = `${path}${rotatedEnding}`;
  await rename(path, rotated);
  note(stage, 'log renamed', { container, path, rotated });
}

function pathOf(stage: Stage, container: string): string | undefined {
  stage.memory.see(stage.life.view());
  return stage.memory.logOf(container);
}

async function read(path: string): Promise<string | undefined> {
  return path === '' ? undefined : readFile(path, 'utf8').catch(() => undefined);
}
