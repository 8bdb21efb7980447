// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { NodeStep } from '#scenarios/step.js';
import type { Players } from './players.js';
import { pollUntil } from './poll.js';
import { NotPossibleHere, lookUp, emit, newestContainer, type ScenarioContext } from '../scenario-context.js';

/** Actions and observations on the node, past the socket. */
export const nodeSteps: Players<NodeStep> = {
  touch: ({ node, scratch }, { file }) => node.writeFile(join(scratch, file), ''),
  'wait-for-file': (ctx, { file }) =>
    pollUntil(
      ctx,
      { kind: 'a file', what: `the file ${file}` },
      async () => (await ctx.node.look(join(ctx.scratch, file))) !== undefined,
    ),
  'wait-for-no-process': (ctx, { container }) => {
    const id = idOf(ctx, container);
    const what = `the end of all processes of ${container}`;
    return pollUntil(
      ctx,
      { kind: 'the end of all processes', what },
      async () => (await ctx.processes.count(id)) === 0,
    );
  },
  'capture-processes': async (ctx, { container }) => {
    const { processes } = ctx;
    const id = idOf(ctx, container);
    const count = await processes.count(id);
    if (count === 0 && isNewlySeenRunning(ctx, container, id)) throw invisible();
    emit(ctx, { type: 'observation', of: 'process', name: container, facts: { container: id, count } });
    if (count > 0) ctx.seenProcesses.add(id);
  },
  'kill-sandbox-process': async (ctx) => {
    const sandbox = lookUp(ctx, 'sandbox') ?? '';
    const count = await ctx.processes.kill({ id: sandbox, uid: ctx.controller.uid });
    emit(ctx, { type: 'process-killed', sandbox, count });
  },
};

function idOf(ctx: ScenarioContext, container: string): string {
  return lookUp(ctx, `container:${container}`) ?? '';
}

/** A container runs, but no process of it has been seen yet: not because it has exited. */
function isNewlySeenRunning(
  { controller, seenProcesses }: ScenarioContext,
  container: string,
  id: string,
): boolean {
  return newestContainer(controller.view(), container)?.state === 'running' && !seenProcesses.has(id);
}

function invisible(): NotPossibleHere {
  return new NotPossibleHere('the processes of containers cannot be seen from here (another pid namespace?)');
}
