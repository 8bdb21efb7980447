// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventType, ContainerStats } from '#cri/proto/generated/messages.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Ending, Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const ok = { ok: {} } as const;
const cutOff = { cutOff: true } as const;
const no = { refused: 'UNKNOWN' } as const;

/** The scenario is ready for the daemon to go; what it does now is under way then. */
const lastMoment = (s: Story): Story => s.step('stop-daemon');

const deaf = (s: Story): Story =>
  s.running({ command: ['/box', 'on TERM ignore', 'print ready', 'wait'] }).isUp();

const wanted = { config: { metadata: { name: 'p', uid: 'u', namespace: 'd' } } };
const run = (s: Story, ending: Ending<'RunPodSandbox'>): Story => s.call('RunPodSandbox', wanted, ending);
const cutRun = (s: Story): Story => run(lastMoment(s), cutOff).outage();

const box = { image: { image: 'reg/box:1' } };
const pull = (s: Story, ending: Ending<'PullImage'>): Story => s.call('PullImage', box, ending);
const cutPull = (s: Story): Story => pull(lastMoment(s), cutOff).outage();
const whole = { image: { id: 'sha256:abc', size: '7' } };

const hello = (s: Story, ending: Ending<'ExecSync'>): Story =>
  s.exec(['/box', 'print hello', 'exit 3'], ending);
const stdout = (text: string): string => Buffer.from(text).toString('base64');
const said = { ok: { stdout: stdout('hello\n'), exit_code: 3 } };
const connect = (s: Story, text: string): Story =>
  s.exec(['/box', 'connect tcp 127.0.0.1 80 near'], { ok: { stdout: stdout(text) } });

const sampled = (s: Story, usage: string): Story => {
  const cpu = { timestamp: '9', usage_core_nano_seconds: { value: usage } };
  const stats: ContainerStats = { attributes: { id: 'c1' }, cpu };
  return s.call('ContainerStats', { container_id: 'c1' }, { ok: { stats } });
};

const resized = (s: Story, shown: string): Story => {
  const linux = { cpu_shares: '102' };
  return s
    .running()
    .outage()
    .status('c1', { resources: { linux: { cpu_shares: '51' } } })
    .call('UpdateContainerResources', { container_id: 'c1', linux }, ok)
    .status('c1', { resources: { linux: { cpu_shares: shown } } });
};

const steps = (first: number, last: number): string =>
  Array.from(
    { length: last - first + 1 },
    (_, at) => `2023-11-14T22:13:20Z stdout F beat ${first + at}\n`,
  ).join('');
const reopened = (s: Story, fresh: string): Story =>
  s
    .running()
    .outage()
    .logRenamed({ by: 'scenario' })
    .call('ReopenContainerLog', { container_id: 'c1' }, ok)
    .log(steps(1, 3), { rotated: true })
    .log(fresh);

const event = (type: ContainerEventType) => ({ container_id: 'c2', container_event_type: type });
const lostStream = {
  beganMs: 0,
  endedMs: 2015,
  outcome: { kind: 'cut-off' },
} as unknown as Partial<RecordedCall>;
/** A stream from before, and one from after with these events of a container that is started meanwhile. */
const watchedAgain = (s: Story, ...types: readonly ContainerEventType[]): Story => {
  s.watched([], lostStream).outage();
  const beganMs = s.atMs;
  return s
    .sandbox()
    .lasting(1500)
    .sandboxStatus()
    .create('c2')
    .start('c2')
    .watched(types.map(event), { beganMs });
};

export const restartCallsExamples: Examples = {
  'restart.interrupted.create-retry': {
    held: (s) => run(run(cutRun(s), no), { ok: { pod_sandbox_id: 's2' } }),
    violated: (s) => run(cutRun(s), no),
  },
  'restart.interrupted.exec-harmless': {
    held: (s) => hello(hello(lastMoment(s.running()), cutOff).outage().status(), said),
    violated: (s) => hello(lastMoment(s.running()), cutOff).outage().exited(137),
  },
  'restart.interrupted.pull-retry': {
    held: (s) => pull(cutPull(s), { ok: { image_ref: 'sha256:abc' } }).image('reg/box:1', whole),
    violated: (s) =>
      pull(cutPull(s).image('reg/box:1', { image: { id: 'sha256:abc', size: '3' } }), {
        ok: { image_ref: 'sha256:abc' },
      }).image('reg/box:1', whole),
  },
  'restart.interrupted.stop-completes': {
    held: (s) => lastMoment(deaf(s)).stop(cutOff).outage().stop().exited(137),
    violated: (s) => lastMoment(deaf(s)).stop(cutOff).outage().stop().exited(0),
  },
  'restart.events.reopened': {
    held: (s) => watchedAgain(s, 'CONTAINER_CREATED_EVENT', 'CONTAINER_STARTED_EVENT'),
    violated: (s) => watchedAgain(s, 'CONTAINER_STARTED_EVENT'),
  },
  'restart.names.still-taken': {
    held: (s) => run(run(s, { ok: { pod_sandbox_id: 's1' } }).outage(), no),
    violated: (s) => run(run(s, { ok: { pod_sandbox_id: 's1' } }).outage(), { ok: { pod_sandbox_id: 's2' } }),
  },
  'restart.preexisting.create': {
    held: (s) => connect(s.sandbox().outage().create().start(), 'near\n'),
    violated: (s) => connect(s.sandbox().outage().create().start(), 'connect failed 111\n'),
  },
  'restart.preexisting.exec': {
    held: (s) => hello(s.running().outage(), said),
    violated: (s) => hello(s.running().outage(), { ok: { stdout: stdout('hello\n') } }),
  },
  'restart.preexisting.read': {
    held: (s) => s.running().list([s.item()]).outage().list([s.item()]).status().sandboxStatus(),
    violated: (s) => s.running().outage().call('ContainerStatus', { container_id: 'c1' }, no).status(),
  },
  'restart.preexisting.remove': {
    held: (s) =>
      run(
        run(s, { ok: { pod_sandbox_id: 's1' } })
          .outage()
          .stopSandbox()
          .removeSandbox(),
        { ok: { pod_sandbox_id: 's2' } },
      ),
    violated: (s) =>
      run(
        run(s, { ok: { pod_sandbox_id: 's1' } })
          .outage()
          .removeSandbox(),
        no,
      ),
  },
  'restart.preexisting.reopen-log': {
    held: (s) => reopened(s, steps(4, 6)),
    violated: (s) => reopened(s, steps(5, 6)),
  },
  'restart.preexisting.start': {
    held: (s) => s.sandbox().create().outage().start().status(),
    violated: (s) => s.sandbox().create().outage().start('c1', no),
  },
  'restart.preexisting.stats': {
    held: (s) => sampled(sampled(s.running(), '5').outage(), '6'),
    violated: (s) => sampled(sampled(s.running(), '5').outage(), '1'),
  },
  'restart.preexisting.stop': {
    held: (s) => deaf(s).outage().stop(ok, '2', 2010).exited(137),
    violated: (s) => deaf(s).outage().stop(ok, '2', 40),
  },
  'restart.preexisting.update': {
    held: (s) => resized(s, '102'),
    violated: (s) => resized(s, '51'),
  },
  'restart.starting.not-missing': {
    held: (s) => s.running().outage('crash', (away) => away.call('ListContainers', {}, cutOff)),
    violated: (s) => s.running().outage('crash', (away) => away.list([])),
  },
};
