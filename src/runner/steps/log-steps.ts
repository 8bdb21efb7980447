// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '#base/text/error-message.js';
import { pollUntil } from './poll.js';
import { note, Stuck, type Stage } from '../scenario-context.js';

/** Long enough for every scenario of ours; a runaway log must not fill the evidence. */
const maxBytes = 1 << 20;

/** Where a line is looked for: at the end of the log. */
const maxSearchedBytes = 4 << 20;

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
    const path = pathOf(stage, container);
    const end = path === undefined ? undefined : await stage.node.readTail(path, maxSearchedBytes);
    return (
      end
        ?.toString()
        .split('\n')
        .some((entry) => isLine(entry, line)) ?? false
    );
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
  const id = stage.memory.idOf(`container:${container}`) ?? '';
  const seen = await contentOf(stage, path);
  tape.append({
    ...{ type: 'sighting', scenario: scenario.id, atMs: tape.nowMs(), of: 'log-file', name: container },
    facts: { path, container: id, ...(rotated ? { rotated } : {}), ...seen },
  });
}

/** Only of a file: what a link leads to is not the log of a container of ours. */
async function contentOf({ node }: Stage, path: string): Promise<Readonly<Record<string, unknown>>> {
  const found = await node.look(path);
  const content = found?.kind === 'file' ? await node.readFile(path, maxBytes) : undefined;
  if (found && content !== undefined) return { exists: true, content, bytes: found.size };
  return { exists: false, ...(found && { kind: found.kind }), content: '', bytes: 0 };
}

export async function renameLog(stage: Stage, { container }: OfContainer): Promise<void> {
  const path = pathOf(stage, container);
  if (path === undefined) return;
  const rotated = `${path}${rotatedEnding}`;
  await stage.node.rename(path, rotated).catch((cause: unknown) => {
    throw new Stuck(`the log of ${container} cannot be renamed: ${messageOf(cause)}`);
  });
  note(stage, 'log renamed', { container, path, rotated });
}

function pathOf(stage: Stage, container: string): string | undefined {
  stage.memory.see(stage.life.view());
  return stage.memory.logOf(container);
}
