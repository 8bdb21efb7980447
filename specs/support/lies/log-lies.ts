// SPDX-License-Identifier: Apache-2.0
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { byNobody } from './bulk/bulk-lie.js';
import { allOf, inStatuses } from './in-every-view.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

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
  {
    name: 'the runtime writes to a log as well',
    tell: rewritingLogs((content) => `${content}the shim is disconnected\n`),
    scenario: 'logs.output',
    breaks: ['log.line.grammar'],
    expected: /^time, stdout or stderr, P or F, content$/,
    actual: /^"the shim is disconnected"$/,
    proof: ['CreateContainer'],
  },
  {
    name: 'the last line of a log has the time of the first',
    tell: rewritingLogs((content) => content.replace(/^(\S+)([^]*\n)\S+(.*\n)$/, '$1$2$1$3')),
    scenario: 'logs.output',
    breaks: ['log.line.times-monotonic'],
    expected: /^times of stdout that do not go back$/,
    actual: /^\S+ after \S+$/,
    proof: ['CreateContainer'],
  },
  {
    name: 'every part of a long line is a full line',
    tell: rewritingLogs((content) => content.replaceAll(/^(\S+ \S+) P /gm, '$1 F ')),
    scenario: 'logs.output',
    breaks: ['log.content.long-lines-joinable', 'log.content.true', 'log.content.complete-at-exit'],
    expected: /^a line of 40000 bytes$/,
    actual: /^lines of /,
    proof: ['CreateContainer'],
  },
  {
    name: 'a log has another name than it was given',
    tell: allOf(
      lyingAbout('CreateContainer', ({ config, ...request }, honest) =>
        honest({ ...request, config: { ...config, log_path: `${config?.log_path ?? ''}.txt` } }),
      ),
      inStatuses(({ log_path: path, ...status }) => ({ ...status, log_path: path?.replace(/\.txt$/, '') })),
    ),
    scenario: 'jobs.exit-codes',
    breaks: ['log.file.at-path', 'log.content.complete-at-exit'],
    expected: /^a log file at \//,
    actual: /^no such file$/,
    proof: ['CreateContainer', 'StartContainer'],
  },
  {
    name: 'a log is reopened a second later than it says',
    tell: (truth, tell) =>
      lyingAbout('ReopenContainerLog', (request) => {
        void setTimeout(1_000).then(() => truth.ReopenContainerLog(request, byNobody));
        return {};
      })(truth, tell),
    scenario: 'logs.reopen',
    breaks: ['log.reopen.new-file'],
    expected: /^a new file at \//,
    actual: /^no such file$/,
    proof: ['ReopenContainerLog'],
  },
];
