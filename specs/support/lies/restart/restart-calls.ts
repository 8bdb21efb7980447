// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout, type Falsify } from '../lying-runtime.js';
import { afterwards, type RestartLie } from './restart-lie.js';

/** One method that is honest until the daemon is back, and may then do something else. */
const since =
  <M extends UnaryMethod>(rpc: M, falsify: Falsify<M>): ((lying: LyingAfter) => CriHandlers) =>
  ({ truth, tell, returns }) =>
    lyingAbout<M>(rpc, (request, honest) => (returns() === 0 ? undefined : falsify(request, honest)))(
      truth,
      tell,
    );

/** Only its first call since the daemon is back. */
function once<M extends UnaryMethod>(falsify: Falsify<M>): Falsify<M> {
  let isFirst = true;
  return (request, honest) => {
    if (!isFirst) return undefined;
    isFirst = false;
    return falsify(request, honest);
  };
}

function refuse(message: string): never {
  throw new CriRefusal('UNKNOWN', message);
}

/** A call to this daemon that is unanswered when it stops. */
const never = async (): Promise<never> => new Promise(() => undefined);

/** A call that no client made. */
const byNobody = { signal: new AbortController().signal, apiVersion: 'v1' } as const;

const text = (said: string): string => Buffer.from(said).toString('base64');

const asAttempt99 = ({ config = {} }: RequestOf<'RunPodSandbox'>): RequestOf<'RunPodSandbox'> => ({
  config: { ...config, metadata: { ...config.metadata, attempt: 99 } },
});

const twiceAsLong = ({ containers = [] }: ResponseOf<'ListContainers'>): ResponseOf<'ListContainers'> => ({
  containers: containers.flatMap((each) => [each, { ...each, id: 'f'.repeat(64) }]),
});

export const restartCallLies: readonly RestartLie[] = [
  {
    name: 'a container that is older than the daemon is killed at once',
    tell: since('StopContainer', (request, honest) => honest({ ...request, timeout: '0' })),
    scenario: 'daemon.preexisting-after-crash',
    breaks: ['restart.preexisting.stop', 'container.stop.grace-kept', 'container.stop.handler-finishes'],
    expected: /^StopContainer lasts 1500 ms, /,
    actual: /^OK after \d+ ms$/,
  },
  {
    name: 'commands in old containers all end well',
    tell: afterwards('ExecSync', ({ exit_code: code = 0, ...answer }) => (code === 0 ? undefined : answer)),
    scenario: 'daemon.preexisting-after-restart',
    breaks: ['restart.preexisting.exec', 'exec.sync.exit-code'],
    expected: /exit_code 3$/,
    actual: /exit_code 0$/,
  },
  {
    name: 'a container that was created before is started, it says',
    tell: since(
      'StartContainer',
      once(() => ({})),
    ),
    scenario: 'daemon.preexisting-after-crash',
    breaks: ['restart.preexisting.start', 'container.start.running-or-exited'],
    expected: /^CONTAINER_RUNNING$/,
    actual: /^CONTAINER_CREATED in ContainerStatus$/,
  },
  {
    name: 'a new container in an old sandbox is alone',
    tell: afterwards('ExecSync', (answer, { cmd = [] }) =>
      cmd[1]?.startsWith('connect') === true
        ? { ...answer, stdout: text('connect failed 111\n') }
        : undefined,
    ),
    scenario: 'daemon.preexisting-after-restart',
    breaks: ['restart.preexisting.create'],
    expected: /connect tcp 127\.0\.0\.1 7070 near: "near\\n"$/,
    actual: /^"connect failed 111\\n"$/,
  },
  {
    name: 'nothing can be executed in a new container of an old sandbox',
    tell: since('ExecSync', ({ cmd = [] }) =>
      /^(show|connect) /.test(cmd[1] ?? '') ? refuse('no') : undefined,
    ),
    scenario: 'daemon.preexisting-after-restart',
    breaks: ['restart.preexisting.create', 'exec.sync.exit-code'],
    expected: /^\/box show hostname in a new container of an old sandbox: OK$/,
    actual: /^UNKNOWN: no$/,
  },
  {
    name: 'no container can be created in an old sandbox',
    tell: since('CreateContainer', () => refuse('no such sandbox')),
    scenario: 'daemon.preexisting-after-restart',
    breaks: ['restart.preexisting.create'],
    expected: /^CreateContainer in a sandbox from before the restart: OK$/,
    actual: /no such sandbox$/,
  },
  {
    name: 'lines are lost when an old log is rotated',
    tell: (lying) =>
      since('ReopenContainerLog', async ({ container_id = '' }, honest) => {
        const answer = await honest();
        const { status } = await lying.truth.ContainerStatus({ container_id }, byNobody);
        const rotated = `${status?.log_path ?? ''}.rotated`;
        const lines = readFileSync(rotated, 'utf8').split('\n');
        writeFileSync(rotated, `${lines.slice(0, -2).join('\n')}\n`);
        return answer;
      })(lying),
    scenario: 'daemon.preexisting-log-rotated',
    breaks: ['restart.preexisting.reopen-log', 'log.reopen.no-loss'],
    expected: /^numbered lines without a gap since the reopening$/,
    actual: /^beat \d+ after beat \d+$/,
  },
  {
    name: 'an old container keeps its resources, whatever it is told',
    tell: since('UpdateContainerResources', () => ({})),
    scenario: 'daemon.preexisting-after-crash',
    breaks: ['restart.preexisting.update', 'resources.update.shown'],
    expected: /^cpu_shares 102$/,
    actual: /^cpu_shares 51$/,
  },
  {
    name: 'counters begin anew with the daemon',
    tell: afterwards('ContainerStats', ({ stats }) => ({
      stats: {
        ...stats,
        cpu: { timestamp: String(Date.now() * 1e6), usage_core_nano_seconds: { value: '0' } },
      },
    })),
    scenario: 'daemon.preexisting-after-restart',
    breaks: ['restart.preexisting.stats', 'stats.container.counters-grow', 'stats.container.plausible'],
    expected: /neither time nor usage falling$/,
    actual: /usage \d+ then 0$/,
  },
  {
    name: 'the name of an old sandbox stays taken when that is gone',
    tell: since('RunPodSandbox', () => refuse('the name is reserved')),
    scenario: 'daemon.preexisting-after-crash',
    breaks: ['restart.preexisting.remove'],
    expected: /^RunPodSandbox with the metadata of a removed sandbox: OK$/,
    actual: /the name is reserved$/,
  },
  {
    name: 'the name of an old sandbox is given away',
    tell: since(
      'RunPodSandbox',
      once((request, honest) => honest(asAttempt99(request))),
    ),
    scenario: 'daemon.preexisting-after-restart',
    breaks: ['restart.names.still-taken', 'sandbox.run.no-duplicate', 'sandbox.status.metadata-unchanged'],
    expected: /^refused, or OK with [0-9a-f]{64}, while that sandbox exists$/,
    actual: /^OK$/,
  },
  {
    name: 'what was made without an answer lives on beside what is made again',
    tell: (lying) => ({
      ...lyingAbout('CreateContainer', () => (lying.returns() === 0 ? never() : undefined))(
        lying.truth,
        lying.tell,
      ),
      ...afterwards('ListContainers', twiceAsLong)(lying),
    }),
    scenario: 'daemon.interrupted-create',
    breaks: ['restart.interrupted.create-retry'],
    expected: /^one with that name and attempt$/,
    actual: /^[0-9a-f]{64} and f{64} in ListContainers$/,
  },
  {
    name: 'half an image is shown where nothing was pulled to its end',
    tell: (lying) => ({
      ...lyingAbout('PullImage', () => (lying.returns() === 0 ? never() : undefined))(
        lying.truth,
        lying.tell,
      ),
      ...since(
        'ImageStatus',
        once(async (request, honest) => {
          await lying.truth.PullImage(request, byNobody);
          const { image } = await honest();
          return { image: { ...image, size: '1' } };
        }),
      )(lying),
    }),
    scenario: 'daemon.interrupted-pull',
    breaks: ['restart.interrupted.pull-retry'],
    expected: /^the whole image, or none$/,
    actual: /, size 1, at first$/,
  },
  {
    name: 'a container whose stop was cut off ended well, it says',
    tell: afterwards('ContainerStatus', ({ status, ...answer }) =>
      status?.exit_code === 137
        ? { ...answer, status: { ...status, exit_code: 0, reason: 'Completed' } }
        : undefined,
    ),
    scenario: 'daemon.interrupted-stop',
    breaks: ['restart.interrupted.stop-completes', 'sandbox.status.containers-agree'],
    expected: /^exit_code 137$/,
    actual: /^exit_code 0$/,
  },
  {
    name: 'after a command that was cut off no other is executed',
    tell: since('ExecSync', () => refuse('exec is busy')),
    scenario: 'daemon.interrupted-exec',
    breaks: ['restart.interrupted.exec-harmless', 'restart.preexisting.exec', 'exec.sync.exit-code'],
    expected: /^the next ExecSync after the crash: OK$/,
    actual: /exec is busy$/,
  },
  {
    name: 'whoever watches again is sent away',
    tell: ({ truth, tell, returns }) => ({
      async *GetContainerEvents(request, call) {
        if (returns() === 0) yield* truth.GetContainerEvents(request, call);
        else tell({ rpc: 'GetContainerEvents', request });
      },
    }),
    scenario: 'daemon.interrupted-events',
    breaks: ['restart.events.reopened'],
    expected: /^a stream that stays open until there is an event$/,
    actual: /^end of stream after \d+ ms$/,
  },
  {
    name: 'nothing is told to those who watch again',
    tell: ({ truth, tell, returns }) => ({
      async *GetContainerEvents(request, call) {
        if (returns() > 0) tell({ rpc: 'GetContainerEvents', request });
        for await (const event of truth.GetContainerEvents(request, call)) if (returns() === 0) yield event;
      },
    }),
    scenario: 'daemon.interrupted-events',
    breaks: ['restart.events.reopened'],
    expected: /^CONTAINER_CREATED_EVENT and CONTAINER_STARTED_EVENT$/,
    actual: /^no event$/,
  },
];
