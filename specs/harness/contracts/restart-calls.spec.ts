// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { PodSandbox } from '#cri/proto/generated/messages.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Contract } from '#contracts/contract.js';
import { restartInterruptedCreateRetry } from '#contracts/restart/interrupted/create-retry.js';
import { restartInterruptedExecHarmless } from '#contracts/restart/interrupted/exec-harmless.js';
import { restartInterruptedPullRetry } from '#contracts/restart/interrupted/pull-retry.js';
import { restartInterruptedStopCompletes } from '#contracts/restart/interrupted/stop-completes.js';
import { restartEventsReopened } from '#contracts/restart/events/reopened.js';
import { restartPreexistingCreate } from '#contracts/restart/preexisting/create.js';
import { restartPreexistingExec } from '#contracts/restart/preexisting/exec.js';
import { restartPreexistingRemove } from '#contracts/restart/preexisting/remove.js';
import { restartPreexistingReopenLog } from '#contracts/restart/preexisting/reopen-log.js';
import { restartPreexistingStart } from '#contracts/restart/preexisting/start.js';
import { restartPreexistingStop } from '#contracts/restart/preexisting/stop.js';
import { restartStartingNotMissing } from '#contracts/restart/starting/not-missing.js';
import type { VerdictKind } from '#contracts/verdict.js';
import { evidenceOf, type Ending, type Story } from '../../support/evidence-literal.js';

const ok = { ok: {} } as const;
const cutOff = { cutOff: true } as const;
const no = { refused: 'UNKNOWN' } as const;
const lastMoment = (s: Story): Story => s.step('stop-daemon');

const run = (s: Story, ending: Ending<'RunPodSandbox'>, attempt = 0): Story =>
  s.call('RunPodSandbox', { config: { metadata: { name: 'p', uid: 'u', namespace: 'd', attempt } } }, ending);
const made = (id: string): Ending<'RunPodSandbox'> => ({ ok: { pod_sandbox_id: id } });
const item = (id: string, over: PodSandbox = {}): PodSandbox => ({
  id,
  metadata: { name: 'p', uid: 'u', namespace: 'd', attempt: 0 },
  ...over,
});
const ended: PodSandbox = { state: 'SANDBOX_NOTREADY' };

const pull = (s: Story, ending: Ending<'PullImage'>): Story =>
  s.call('PullImage', { image: { image: 'reg/box:1' } }, ending);
const pulled = { ok: { image_ref: 'sha256:abc' } };
const whole = { image: { id: 'sha256:abc', size: '7' } };

const deaf = (s: Story): Story =>
  s.running({ command: ['/box', 'on TERM ignore', 'print ready', 'wait'] }).isUp();
const hello = (s: Story, ending: Ending<'ExecSync'>): Story => s.exec(['/box', 'print hello'], ending);
const said = { ok: { stdout: Buffer.from('hello\n').toString('base64') } };

const endedBy = (outcome: object, endedMs: number): Partial<RecordedCall> =>
  ({ beganMs: 0, endedMs, outcome }) as unknown as Partial<RecordedCall>;
const reopen = (s: Story, ending: Ending<'ReopenContainerLog'>): Story =>
  s.logRenamed({ by: 'scenario' }).call('ReopenContainerLog', { container_id: 'c1' }, ending);

type Tell = (story: Story) => unknown;
type Row = readonly [what: string, contract: Contract, verdict: VerdictKind, tell: Tell];

const creations: readonly Row[] = [
  [
    'a sandbox that was made in the last moment is listed afterwards',
    restartInterruptedCreateRetry,
    'held',
    (s) =>
      run(lastMoment(s), made('s1'))
        .outage()
        .sandboxes([item('s1')]),
  ],
  [
    'a sandbox that was made in the last moment is not listed afterwards',
    restartInterruptedCreateRetry,
    'violated',
    (s) => run(lastMoment(s), made('s1')).outage().sandboxes([]),
  ],
  [
    'what was cut off is listed, so nobody asks again',
    restartInterruptedCreateRetry,
    'held',
    (s) =>
      run(lastMoment(s), cutOff)
        .outage()
        .sandboxes([item('s1')]),
  ],
  [
    'what was cut off is listed as ended, and the next attempt is made',
    restartInterruptedCreateRetry,
    'held',
    (s) => run(run(run(lastMoment(s), cutOff).outage(), no).sandboxes([item('s1', ended)]), made('s2'), 1),
  ],
  [
    'the name is taken by something that no list shows',
    restartInterruptedCreateRetry,
    'violated',
    (s) => run(run(run(lastMoment(s), cutOff).outage(), no).sandboxes([]), made('s2'), 1),
  ],
  [
    'two live side by side afterwards',
    restartInterruptedCreateRetry,
    'violated',
    (s) => run(run(lastMoment(s), cutOff).outage(), made('s2')).sandboxes([item('s1'), item('s2')]),
  ],
  [
    'it takes for ever to make it again',
    restartInterruptedCreateRetry,
    'violated',
    (s) => run(run(lastMoment(s), cutOff).outage().lasting(300_000), made('s2')),
  ],
  [
    'nobody asks again, and nothing is there',
    restartInterruptedCreateRetry,
    'unexercised',
    (s) => run(lastMoment(s), cutOff).outage().sandboxes([]),
  ],
  [
    'it had been cut off before the scenario was ready for the crash',
    restartInterruptedCreateRetry,
    'unexercised',
    (s) => lastMoment(run(s, cutOff)).outage().sandboxes([]),
  ],
];

const pulls: readonly Row[] = [
  [
    'the pull had just ended, and the image is there',
    restartInterruptedPullRetry,
    'held',
    (s) => pull(lastMoment(s), pulled).outage().image('reg/box:1', whole),
  ],
  [
    'the pull had just ended, and the image is not there',
    restartInterruptedPullRetry,
    'violated',
    (s) => pull(lastMoment(s), pulled).outage().image('reg/box:1', {}),
  ],
  [
    'the image is there without another pull',
    restartInterruptedPullRetry,
    'held',
    (s) => pull(lastMoment(s), cutOff).outage().image('reg/box:1', whole),
  ],
  [
    'no container can be made of what is there',
    restartInterruptedPullRetry,
    'violated',
    (s) => {
      pull(lastMoment(s), cutOff).outage().image('reg/box:1', whole);
      return s.call('CreateContainer', { config: { image: { image: 'sha256:abc' } } }, no);
    },
  ],
  [
    'the image cannot be pulled again',
    restartInterruptedPullRetry,
    'violated',
    (s) => pull(pull(lastMoment(s), cutOff).outage(), no),
  ],
];

const ends: readonly Row[] = [
  [
    'the stop had just ended, and the container is killed',
    restartInterruptedStopCompletes,
    'held',
    (s) => lastMoment(deaf(s)).stop().outage().exited(137),
  ],
  [
    'the repeated stop is refused',
    restartInterruptedStopCompletes,
    'violated',
    (s) => lastMoment(deaf(s)).stop(cutOff).outage().stop(no),
  ],
  [
    'the container runs on after the repeated stop',
    restartInterruptedStopCompletes,
    'violated',
    (s) => lastMoment(deaf(s)).stop(cutOff).outage().stop().status(),
  ],
  [
    'the command had just ended, and the next one works',
    restartInterruptedExecHarmless,
    'held',
    (s) => hello(hello(lastMoment(s.running()), said).outage(), said),
  ],
  [
    'the next command is refused',
    restartInterruptedExecHarmless,
    'violated',
    (s) => hello(hello(lastMoment(s.running()), cutOff).outage(), no),
  ],
  [
    'a stream of events that only we end',
    restartEventsReopened,
    'violated',
    (s) => {
      s.watched([{ container_id: 'c9' }], endedBy({ kind: 'unanswered', reason: 'cancelled' }, 9000));
      return s.outage();
    },
  ],
  [
    'a stream of events that is refused after the return',
    restartEventsReopened,
    'violated',
    (s) => {
      s.watched([{ container_id: 'c9' }], endedBy({ kind: 'cut-off' }, 2015)).outage();
      return s.call('GetContainerEvents', {}, no);
    },
  ],
];

const inside = (s: Story, ending: Ending<'ExecSync'>): Story => s.exec(['/box', 'show hostname'], ending);
const lateComer = (s: Story): Story => s.sandbox().outage().create().start();

/** The stream that was opened again ends like this, before a container is started. */
const endsEarly = (s: Story, outcome: object, then: (story: Story) => unknown = () => undefined): Story => {
  s.watched([{ container_id: 'c9' }], endedBy({ kind: 'cut-off' }, 2015)).outage();
  s.watched([], { ...endedBy(outcome, s.atMs + 5), beganMs: s.atMs });
  then(s);
  return s.running();
};
const ofStream = { kind: 'ended' } as const;

const reopenings: readonly Row[] = [
  ['ends at once', restartEventsReopened, 'violated', (s) => endsEarly(s, ofStream)],
  [
    'is lost at once',
    restartEventsReopened,
    'violated',
    (s) => endsEarly(s, { kind: 'unanswered', reason: 'connection-lost' }),
  ],
  [
    'is given up by us',
    restartEventsReopened,
    'unexercised',
    (s) => endsEarly(s, { kind: 'unanswered', reason: 'cancelled' }),
  ],
  ['is cut off', restartEventsReopened, 'unexercised', (s) => endsEarly(s, { kind: 'cut-off' })],
  [
    'ends with the daemon, which goes once more',
    restartEventsReopened,
    'unexercised',
    (s) => {
      s.watched([{ container_id: 'c9' }], endedBy({ kind: 'cut-off' }, 2015)).outage();
      const beganMs = s.atMs;
      s.outage('stop');
      return s.watched([], { ...endedBy(ofStream, s.atMs - 15), beganMs }).running();
    },
  ],
  [
    'ends, and is opened once more',
    restartEventsReopened,
    'unexercised',
    (s) => endsEarly(s, ofStream, () => s.watched([], { beganMs: s.atMs })),
  ],
  [
    'ends when nothing is to come any more',
    restartEventsReopened,
    'unexercised',
    (s) => {
      s.watched([{ container_id: 'c9' }], endedBy({ kind: 'cut-off' }, 2015)).outage();
      return s.watched([], { ...endedBy(ofStream, s.atMs + 5), beganMs: s.atMs });
    },
  ],
];

const verbs: readonly Row[] = [
  ['a command is refused', restartPreexistingExec, 'violated', (s) => hello(s.running().outage(), no)],
  [
    'a command in a container from after the restart says nothing of the old ones',
    restartPreexistingExec,
    'unexercised',
    (s) => hello(s.outage().running(), said),
  ],
  [
    'a container that was started is still created',
    restartPreexistingStart,
    'violated',
    (s) => s.sandbox().create().outage().start().status('c1', { state: 'CONTAINER_CREATED' }),
  ],
  ['a stop is refused', restartPreexistingStop, 'violated', (s) => s.running().outage().stop(no)],
  [
    'a killed container has another exit code',
    restartPreexistingStop,
    'violated',
    (s) => deaf(s).outage().stop(ok, '2', 2010).exited(255),
  ],
  [
    'the sandbox is still listed after its removal',
    restartPreexistingRemove,
    'violated',
    (s) =>
      s
        .sandbox()
        .outage()
        .stopSandbox()
        .removeSandbox()
        .sandboxes([{ id: 's1' }]),
  ],
  [
    'the sandbox cannot be stopped',
    restartPreexistingRemove,
    'violated',
    (s) => s.sandbox().outage().stopSandbox('s1', no).removeSandbox(),
  ],
  [
    'no container can be created in the sandbox',
    restartPreexistingCreate,
    'violated',
    (s) =>
      s
        .sandbox()
        .outage()
        .call('CreateContainer', { pod_sandbox_id: 's1', config: { metadata: { name: 'late' } } }, no),
  ],
  [
    'a name that is taken is no occasion',
    restartPreexistingCreate,
    'unexercised',
    (s) =>
      s
        .running()
        .outage()
        .call('CreateContainer', { pod_sandbox_id: 's1', config: { metadata: { name: 'a' } } }, no),
  ],
  ['nobody asked a new container anything', restartPreexistingCreate, 'unexercised', lateComer],
  [
    'nothing can be executed in a new container',
    restartPreexistingCreate,
    'violated',
    (s) => inside(lateComer(s), no),
  ],
  [
    'one of two questions to a new container is refused',
    restartPreexistingCreate,
    'violated',
    (s) => inside(inside(lateComer(s), { ok: { stdout: Buffer.from('\n').toString('base64') } }), no),
  ],
  [
    'a new container is asked after it was stopped',
    restartPreexistingCreate,
    'unexercised',
    (s) => inside(lateComer(s).stop(), no),
  ],
  [
    'nobody answers from a new container',
    restartPreexistingCreate,
    'undecided',
    (s) => inside(lateComer(s), { unanswered: true }),
  ],
  [
    'a log cannot be reopened',
    restartPreexistingReopenLog,
    'violated',
    (s) => reopen(s.running().outage(), no),
  ],
  [
    'a log that is not opened anew',
    restartPreexistingReopenLog,
    'violated',
    (s) => reopen(s.running().outage(), ok).log('', { exists: false }),
  ],
  [
    'a runtime that does not implement ReopenContainerLog',
    restartPreexistingReopenLog,
    'violated',
    (s) => reopen(s.running().outage(), { refused: 'UNIMPLEMENTED' }),
  ],
  [
    'a container is not found while the daemon starts',
    restartStartingNotMissing,
    'violated',
    (s) => s.running().outage('crash', (away) => away.missing()),
  ],
  [
    'a container that is removed while the daemon starts may be missing',
    restartStartingNotMissing,
    'held',
    (s) => s.running().outage('crash', (away) => away.remove().missing()),
  ],
  [
    'a container is not listed by a daemon that was never ready again',
    restartStartingNotMissing,
    'violated',
    (s) => s.running().daemon('stopping', 'crash').list([]),
  ],
  [
    'a container is not found once the daemon is back, which is for others to say',
    restartStartingNotMissing,
    'unexercised',
    (s) => s.running().outage().missing(),
  ],
  [
    'a daemon that had nothing to forget',
    restartStartingNotMissing,
    'unexercised',
    (s) => s.outage('crash', (away) => away.list([])),
  ],
];

describe.each([
  ['creations that are cut off', creations],
  ['pulls that are cut off', pulls],
  ['stops, commands and streams that are cut off', ends],
  ['a stream of events that was opened again', reopenings],
  ['what is asked of old objects', verbs],
] as const)('%s', (_, rows) => {
  it.each(rows)('%s', (...[, contract, verdict, tell]) => {
    expect(contract.check(evidenceOf(tell)).kind).toBe(verdict);
  });
});
