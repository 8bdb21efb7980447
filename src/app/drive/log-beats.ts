// SPDX-License-Identifier: Apache-2.0
import { readFile, rename } from 'node:fs/promises';
import { pollUntil } from './poll.js';
import { newestContainer, note, type Stage } from './stage.js';

/** Long enough for every scenario of ours; a runaway log must not fill the evidence. */
const mostBytes = 1 << 20;

interface OfContainer {
  readonly container: string;
}

export async function untilLog(stage: Stage, { container, line }: OfContainer & { line: string }): Promise<void> {
  await pollUntil(stage, `the line "${line}" in the log of ${container}`, async () => {
    const content = await logOf(stage, container);
    return content?.split('\n').some((entry) => entry.endsWith(` ${line}`)) ?? false;
  });
}

export async function lookAtLog(stage: Stage, { container }: OfContainer): Promise<void> {
  const { tape, scenario } = stage;
  const path = pathOf(stage, container);
  const content = await logOf(stage, container);
  tape.append({
    ...{ type: 'sighting', scenario: scenario.id, atMs: tape.nowMs(), of: 'log-file', name: container },
    facts: {
      path: path ?? '',
      container: newestContainer(stage.life.view(), container)?.id ?? '',
      exists: content !== undefined,
      content: content?.slice(0, mostBytes) ?? '',
      bytes: Buffer.byteLength(content ?? ''),
    },
  });
}

export async function renameLog(stage: Stage, { container }: OfContainer): Promise<void> {
  const path = pathOf(stage, container);
  if (path === undefined) return;
  const rotated = `${path}.rotated`;
  await rename(path, rotated);
  note(stage, 'log renamed', { container, path, rotated });
}

function pathOf(stage: Stage, container: string): string | undefined {
  return newestContainer(stage.life.view(), container)?.logPath;
}

async function logOf(stage: Stage, container: string): Promise<string | undefined> {
  const path = pathOf(stage, container);
  return path === undefined ? undefined : readFile(path, 'utf8').catch(() => undefined);
}
