// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

type Telling = Lie['tell'];

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const textOf = (bytes = ''): string => Buffer.from(bytes, 'base64').toString();
const timedOut = (): CriRefusal => new CriRefusal('DEADLINE_EXCEEDED', 'command did not end in time');

/** A method refuses what it should do. */
const refusing = (rpc: UnaryMethod, code: 'UNKNOWN' | 'UNIMPLEMENTED' = 'UNKNOWN'): Telling =>
  lyingAbout(rpc, () => {
    throw new CriRefusal(code, 'not here');
  });

/** What commands with this statement are answered. */
function execOf(statement: string, answer: Parameters<typeof lyingAbout<'ExecSync'>>[1]): Telling {
  return lyingAbout('ExecSync', (request, honest) =>
    request.cmd?.some((each) => each.startsWith(statement)) === true ? answer(request, honest) : undefined,
  );
}

const execLies: readonly Lie[] = [
  {
    name: 'more than 64 KiB of output is thrown away',
    tell: lyingAbout('ExecSync', async (_, honest) => {
      const { stdout = '', ...answer } = await honest();
      return stdout.length < 90_000
        ? undefined
        : { ...answer, stdout: base64(textOf(stdout).slice(0, 65_536)) };
    }),
    scenario: 'exec.results',
    breaks: ['exec.sync.output-exact'],
    expected: /^stdout ".*" \(\d+ bytes\)$/,
    actual: /^65536 bytes of stdout/,
    proof: ['ExecSync'],
  },
  {
    name: 'commands at the same time get the output of each other',
    tell: (truth, tell) => {
      let last: string | undefined;
      return execOf('lines 2000 from command', async (_, honest) => {
        const { stdout = '', ...answer } = await honest();
        const other = last ?? stdout;
        last = stdout;
        return { ...answer, stdout: other };
      })(truth, tell);
    },
    scenario: 'exec.results',
    breaks: ['exec.sync.output-exact', 'exec.sync.streams-separate'],
    expected: /from command/,
    actual: /from command/,
    proof: ['ExecSync'],
  },
  {
    name: 'a program that does not exist is looked for, for a long time',
    tell: execOf('/criprobe-unknown', async (_, honest) => {
      await honest().catch(() => setTimeout(30_000));
      throw new CriRefusal('UNKNOWN', 'no such program');
    }),
    scenario: 'exec.commands',
    breaks: ['exec.sync.missing-program-fails'],
    expected: /^refused, or a non-zero exit_code, within \d+ ms$/,
    actual: /after 3\d{4} ms$/,
    proof: ['ExecSync'],
  },
  {
    name: 'a program that does not exist ended well',
    tell: execOf('/criprobe-unknown', () => ({})),
    scenario: 'exec.commands',
    breaks: ['exec.sync.missing-program-fails'],
    expected: /^refused, or a non-zero exit_code, within \d+ ms$/,
    actual: /^OK with exit_code 0$/,
    proof: ['ExecSync'],
  },
  {
    name: 'a timeout is noticed long after it is over',
    tell: execOf('sleep 60s', async (_, honest) => {
      await honest().catch(() => setTimeout(25_000));
      throw timedOut();
    }),
    scenario: 'exec.commands',
    breaks: ['exec.sync.timeout-bounded'],
    expected: /^an answer within \d+ ms$/,
    actual: /after 2\d{4} ms$/,
    proof: ['ExecSync'],
  },
  {
    name: 'a command whose output is still open goes on as long as that lasts',
    tell: execOf('background', async (_, honest) => {
      await setTimeout(30_000);
      return honest();
    }),
    scenario: 'exec.left-behind',
    breaks: ['exec.sync.background-bounded', 'exec.sync.background-not-awaited'],
    expected: /^an answer within \d+ ms$/,
    actual: /after 3\d{4} ms$/,
    proof: ['ExecSync'],
  },
  {
    name: 'a command whose output is still open has not ended',
    tell: execOf('background', () => {
      throw timedOut();
    }),
    scenario: 'exec.left-behind',
    breaks: ['exec.sync.background-not-awaited'],
    expected: /^OK with exit_code 0, before/,
    actual: /^DEADLINE_EXCEEDED.* after \d+ ms$/,
    proof: ['ExecSync'],
  },
  {
    name: 'after its timeout a command goes on unseen',
    tell: lyingAbout('ExecSync', async (request, honest) => {
      if (request.cmd?.at(-1) !== 'put /left-behind x') return honest();
      honest({ ...request, timeout: '0' }).catch(() => undefined);
      await setTimeout(1_000);
      throw timedOut();
    }),
    scenario: 'exec.left-behind',
    breaks: ['exec.sync.timeout-kills'],
    expected: /^\/left-behind missing: /,
    actual: /^\/left-behind file /,
    proof: ['ExecSync', 'ExecSync'],
  },
  {
    name: 'every command begins in the root directory',
    tell: execOf('show cwd', async (_, honest) => {
      const { stdout, ...answer } = await honest();
      return { ...answer, stdout: base64(textOf(stdout).replace('/etc\n', '/\n')) };
    }),
    scenario: 'exec.surroundings',
    breaks: ['exec.sync.same-surroundings'],
    expected: /: \/etc$/,
    actual: /^\/$/,
    proof: ['ExecSync'],
  },
  {
    name: 'a container that is being stopped takes no commands',
    tell: (truth, tell) => {
      let isStopping = false;
      return {
        StopContainer: async (request, call) => {
          isStopping = true;
          return truth.StopContainer(request, call);
        },
        ...lyingAbout('ExecSync', () => {
          if (!isStopping) return undefined;
          throw new CriRefusal('UNKNOWN', 'the container is being stopped');
        })(truth, tell),
      };
    },
    scenario: 'exec.in-grace',
    breaks: ['exec.sync.works-in-grace'],
    expected: /the grace is not over/,
    actual: /^UNKNOWN: the container is being stopped$/,
    proof: ['ExecSync'],
  },
];

const streamLies: readonly Lie[] = [
  {
    name: 'the URL of a stream has no scheme',
    tell: lyingAbout('Exec', async (_, honest) => ({
      url: (await honest()).url?.replace('http:', ''),
    })),
    scenario: 'streaming.all',
    breaks: ['streaming.url.usable'],
    expected: /at which somebody listens$/,
    actual: /^"\/\/127\.0\.0\.1:\d+\/.*": not an absolute HTTP URL$/,
    proof: ['Exec'],
  },
  {
    name: 'all commands of one container share a stream',
    tell: (truth, tell) => {
      let first: { readonly url?: string | undefined } | undefined;
      return lyingAbout('Exec', async (_, honest) => (first ??= await honest()))(truth, tell);
    },
    scenario: 'streaming.all',
    breaks: ['streaming.url.unique', 'streaming.url.not-running-refused'],
    expected: /^a URL that no other request got$/,
    actual: /^http:/,
    proof: ['Exec', 'Exec'],
  },
  {
    name: 'a stream to a container that does not run is promised',
    tell: lyingAbout('Attach', async (_, honest) =>
      honest().then(
        () => undefined,
        () => ({ url: 'http://127.0.0.1:1/attach/nothing' }),
      ),
    ),
    scenario: 'streaming.all',
    breaks: ['streaming.url.not-running-refused', 'streaming.url.unique'],
    expected: /^Attach refused: nothing runs there$/,
    actual: /^OK$/,
    proof: ['Attach'],
  },
  {
    name: 'nobody may attach to a container',
    tell: refusing('Attach'),
    scenario: 'streaming.all',
    breaks: ['streaming.url.succeeds'],
    expected: /^Attach of what runs: OK$/,
    actual: /^UNKNOWN: not here$/,
    proof: ['Attach'],
  },
  {
    name: 'a checkpoint is taken, it says',
    tell: lyingAbout('CheckpointContainer', () => ({})),
    scenario: 'checkpoint.running',
    breaks: ['checkpoint.container.archive-written'],
    expected: /^a file that is not empty at \//,
    actual: /^nothing there$/,
    proof: ['CheckpointContainer'],
  },
  {
    name: 'a checkpoint ends its container',
    tell: (truth, tell) => ({
      CheckpointContainer: async (request, call) => {
        tell({ rpc: 'CheckpointContainer', request });
        const answer = await truth.CheckpointContainer(request, call);
        await truth.StopContainer({ container_id: request.container_id, timeout: '0' }, call);
        return answer;
      },
    }),
    scenario: 'checkpoint.running',
    breaks: ['checkpoint.container.goes-on'],
    expected: /^CONTAINER_RUNNING$/,
    actual: /^CONTAINER_EXITED$/,
    proof: ['CheckpointContainer', 'ContainerStatus'],
  },
];

const runtimeLies: readonly Lie[] = [
  {
    name: 'the version of the runtime is a fruit',
    tell: lyingAbout('Version', async (_, honest) => ({ ...(await honest()), runtime_version: 'banana' })),
    scenario: 'runtime.answers',
    breaks: ['runtime.version.semver'],
    expected: /like 1\.2\.3 or v1$/,
    actual: /banana/,
    proof: ['Version'],
  },
  {
    name: 'what the handlers can do changes from answer to answer',
    tell: (truth, tell) => {
      let asked = 0;
      return lyingAbout('Status', async (_, honest) => {
        const { runtime_handlers: handlers = [], ...answer } = await honest();
        asked += 1;
        if (asked % 2 === 1) return undefined;
        return { ...answer, runtime_handlers: handlers.map(({ name }) => ({ name, features: {} })) };
      })(truth, tell);
    },
    scenario: 'runtime.answers',
    breaks: ['runtime.status.constant'],
    expected: /handlers: /,
    actual: /handlers: /,
    proof: ['Status', 'Status'],
  },
  {
    name: 'while pods have addresses, the network is not ready',
    tell: (truth, tell) => {
      let isRunning = false;
      return {
        StartContainer: async (request, call) => {
          const answer = await truth.StartContainer(request, call);
          isRunning ||= true;
          return answer;
        },
        ...lyingAbout('Status', async (_, honest) => {
          if (!isRunning) return undefined;
          const { status, ...answer } = await honest();
          const conditions = (status?.conditions ?? []).map((one) =>
            one.type === 'NetworkReady' ? { type: 'NetworkReady', reason: 'NoCable' } : one,
          );
          return { ...answer, status: { ...status, conditions } };
        })(truth, tell),
      };
    },
    scenario: 'streaming.all',
    breaks: ['runtime.status.network-ready'],
    expected: /^NetworkReady true$/,
    actual: /NoCable/,
    proof: ['RunPodSandbox', 'Status'],
  },
  {
    name: 'nobody may tell the runtime the range of its pods',
    tell: refusing('UpdateRuntimeConfig'),
    scenario: 'runtime.answers',
    breaks: ['runtime.config.update-accepted'],
    expected: /^UpdateRuntimeConfig: OK$/,
    actual: /^UNKNOWN: not here$/,
    proof: ['UpdateRuntimeConfig'],
  },
  {
    name: 'statistics are there of one pod, and not of all',
    tell: refusing('ListPodSandboxStats', 'UNIMPLEMENTED'),
    scenario: 'runtime.answers',
    breaks: ['runtime.methods.all-or-none'],
    expected: /^ListPodSandboxStats implemented, as the others are$/,
    actual: /^ListPodSandboxStats: UNIMPLEMENTED/,
    proof: ['PodSandboxStats', 'ListPodSandboxStats'],
  },
];

export const serviceLies: readonly Lie[] = [...execLies, ...streamLies, ...runtimeLies];
