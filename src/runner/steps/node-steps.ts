// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { NodeBeat } from '#scenarios/step.js';
import { pollUntil } from './poll.js';
import { CannotHere, lookUp, newestContainer, note, type Stage } from '../scenario-context.js';

type Play = {
  readonly [D in NodeBeat['do']]: (stage: Stage, beat: Extract<NodeBeat, { do: D }>) => Promise<void>;
};

/** What somebody on the node does or sees beside the runtime. */
export const nodeBeats: Play = {
  touch: ({ node, scratch }, { file }) => node.writeFile(join(scratch, file), ''),
  'until-file': (stage, { file }) =>
    pollUntil(
      stage,
      `the file ${file}`,
      async () => (await stage.node.look(join(stage.scratch, file))) !== undefined,
    ),
  'until-no-process': (stage, { container }) => {
    const id = idOf(stage, container);
    return pollUntil(
      stage,
      `the end of all processes of ${container}`,
      () => stage.processes.count(id) === 0,
    );
  },
  'look-at-processes': (stage, { container }) => {
    const { tape, scenario, processes } = stage;
    const id = idOf(stage, container);
    const count = processes.count(id);
    if (count === 0 && isNewlySeenRunning(stage, container, id)) throw invisible();
    tape.append({
      ...{ type: 'sighting', scenario: scenario.id, atMs: tape.nowMs(), of: 'process', name: container },
      facts: { container: id, count },
    });
    if (count > 0) stage.seenProcesses.add(id);
    return Promise.resolve();
  },
  'kill-sandbox-process': (stage) => {
    const count = stage.processes.kill({ id: lookUp(stage, 'sandbox') ?? '', uid: stage.life.uid });
    note(stage, 'sandbox process killed', { count });
    return Promise.resolve();
  },
};

function idOf(stage: Stage, container: string): string {
  return lookUp(stage, `container:${container}`) ?? '';
}

/** A container runs, and no process of it was ever seen: not because it has ended. */
function isNewlySeenRunning({ life, seenProcesses }: Stage, container: string, id: string): boolean {
  return newestContainer(life.view(), container)?.state === 'running' && !seenProcesses.has(id);
}

function invisible(): CannotHere {
  return new CannotHere('the processes of containers cannot be seen from here (another pid namespace?)');
}
