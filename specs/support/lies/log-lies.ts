// SPDX-License-Identifier: Apache-2.0
import { readFile, writeFile } from 'node:fs/promises';
import type { Lie } from './lies.js';

/** Rewrites the log of a container once, before it is first shown as EXITED. */
function rewritingLogs(rewrite: (content: string) => string): Lie['tell'] {
  return (truth, tell) => {
    const created = new Map<string | undefined, unknown>();
    return {
      CreateContainer: async (request, call) => {
        const answer = await truth.CreateContainer(request, call);
        created.set(answer.container_id, request);
        return answer;
      },
      ContainerStatus: async (request, call) => {
        const answer = await truth.ContainerStatus(request, call);
        const { id, state, log_path: path = '' } = answer.status ?? {};
        if (state === 'CONTAINER_EXITED' && path !== '' && created.has(id)) {
          await writeFile(path, rewrite(await readFile(path, 'utf8')));
          tell({ rpc: 'CreateContainer', request: created.get(id) });
          created.delete(id);
        }
        return answer;
      },
    };
  };
}

export const logLies: readonly Lie[] = [
  {
    name: 'every line of a log was written in 1970',
    tell: rewritingLogs((content) => content.replaceAll(/^\S+/gm, '1970-01-01T00:00:00.000000001Z')),
    scenario: 'logs.output',
    breaks: ['log.line.times-in-window'],
    expected: /^times from \d+/,
    actual: /^1970-01-01T/,
    proof: ['CreateContainer'],
  },
  {
    name: 'under load a record is cut in the middle',
    tell: rewritingLogs((content) => content.replace(/(stdout F .{20}).*(\n.* 700\n)/, '$1$2')),
    scenario: 'logs.burst',
    breaks: ['log.content.true'],
    // With a record less, the log does not end as its program did.
    mayBreak: ['log.content.complete-at-exit'],
    expected: /^stdout begins /,
    actual: /^stdout /,
    proof: ['CreateContainer'],
  },
];
