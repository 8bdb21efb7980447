// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { allContracts } from '#contracts/all.generated.js';
import { judgeEach, lost } from '#contracts/judging/judging.js';
import { Evidence } from '#evidence/evidence.js';
import { held, undecided, unexercised, violated } from '#contracts/verdict.js';
import { evidenceOf, header, type Story } from '../../../support/evidence-literal.js';

const verdictOf = (id: string, tell: (story: Story) => unknown) =>
  allContracts.find((contract) => contract.id === id)?.check(evidenceOf(tell));

const unready = (story: Story): Story =>
  story.call('Status', {}, { ok: { status: { conditions: [{ type: 'RuntimeReady' }] } } });

const withCreated = (story: Story): Story => story.create('c2').status('c2', { state: 'CONTAINER_CREATED' });

describe('judgeEach', () => {
  const verdicts = [held([2, 1]), held([1]), undecided([3], 'open')];

  it('joins proofs, and lets the loudest speak', () => {
    expect(judgeEach(verdicts.slice(0, 2), 'none', (verdict) => verdict)).toEqual(held([1, 2]));
    expect(judgeEach(verdicts, 'none', (verdict) => verdict)).toEqual(undecided([3], 'open'));
    const broken = violated([4], { expected: 'a', actual: 'b' });
    expect(judgeEach([...verdicts, broken], 'none', (verdict) => verdict)).toEqual(broken);
  });

  it('tells no occasion from occasions of which none could be judged', () => {
    expect(judgeEach([], 'none', () => held([1]))).toEqual(unexercised('none'));
    expect(judgeEach([1], 'none', () => unexercised('nobody looked'))).toEqual(unexercised('nobody looked'));
  });
});

describe('lost', () => {
  it('allows more than was asked for, and nothing less', () => {
    expect(lost({ a: '1' }, { a: '1', b: '2' })).toBeUndefined();
    expect(lost({ a: '1', b: '2' }, { a: '2' })).toBe('a="2", b=null');
  });
});

describe('what must not be called broken', () => {
  it.each<readonly [string, string, string, (story: Story) => unknown]>([
    [
      'container.stop.succeeds',
      'undecided',
      'a call nobody answered',
      (s) => s.running().stop({ unanswered: true }),
    ],
    [
      'sandbox.stop.idempotent',
      'undecided',
      'an unanswered repetition',
      (s) => s.sandbox().stopSandbox().stopSandbox('s1', { unanswered: true }),
    ],
    [
      'runtime.config.static',
      'unsupported',
      'an RPC that is not implemented',
      (s) => s.call('RuntimeConfig', {}, { refused: 'UNIMPLEMENTED' }),
    ],
    [
      'container.status.image-id',
      'unsupported',
      'an empty image id',
      (s) =>
        s
          .image('sha256:abc', { image: { id: 'sha256:abc' } })
          .running()
          .status('c1', { image_id: '' }),
    ],
    [
      'sandbox.network.ip-at-once',
      'unsupported',
      'a runtime that leaves the network to others',
      (s) => s.sandbox().sandboxStatus('s1', { network: undefined }),
    ],
    [
      'container.list.stays-until-removed',
      'unexercised',
      'a container that vanished after a failed start',
      (s) => s.sandbox().create().start('c1', { refused: 'UNKNOWN' }).missing(),
    ],
    [
      'container.start.failed-is-exited',
      'held',
      'a container removed after a failed start',
      (s) => s.sandbox().create().start('c1', { refused: 'UNKNOWN' }).missing(),
    ],
    [
      'exec.sync.timeout-recognisable',
      'held',
      'a time-out told as an exit code',
      (s) => s.running().exec(['/box', 'wait'], { ok: { exit_code: -1 } }, { timeout: '1' }),
    ],
    [
      'container.status.exit-code-true',
      'unexercised',
      'the exit code of what somebody stopped',
      (s) =>
        s
          .running({ command: ['/box', 'sleep 1m', 'exit 0'] })
          .stop()
          .exited(137),
    ],
    [
      'container.stop.grace-kept',
      'unexercised',
      'a quick end of a program that was not up yet',
      (s) => s.running({ command: ['/box', 'on TERM ignore', 'wait'] }).stop(),
    ],
    [
      'sandbox.stop.created-not-awaited',
      'unexercised',
      'a long stop of a sandbox in which something ran as well',
      (s) => withCreated(s.running().status()).lasting(58_000).stopSandbox(),
    ],
    [
      'sandbox.stop.created-not-awaited',
      'unexercised',
      'a stop that was given up early',
      (s) => withCreated(s.sandbox()).lasting(9_000).stopSandbox('s1', { unanswered: true }),
    ],
    [
      'runtime.status.ready-while-pods-run',
      'unexercised',
      'a daemon that is not ready before it is back, and soon after',
      (s) => unready(s.sandbox().outage('crash', unready)),
    ],
    ['sandbox.run.no-duplicate', 'held', 'the first id for the same metadata', (s) => s.sandbox().sandbox()],
    [
      'image.pull.ref-known',
      'unexercised',
      'a pull after which nobody looked',
      (s) => s.call('PullImage', { image: { image: 'a' } }, { ok: { image_ref: 'b' } }),
    ],
  ])('%s: %s for %s', (...[id, kind, , tell]) => {
    expect(verdictOf(id, tell)).toMatchObject({ kind });
  });

  it('but a daemon that is not ready long after its return', () => {
    const verdict = verdictOf('runtime.status.ready-while-pods-run', (s) => {
      s.sandbox().outage().atMs += 31_000;
      return unready(s);
    });
    expect(verdict).toMatchObject({ kind: 'violated' });
  });

  it('a call that we gave up ourselves', () => {
    const story = evidenceOf((s) => s.sandbox().stopSandbox('s1', { unanswered: true }));
    const calls = story.calls.map((call) =>
      call.outcome.kind === 'unanswered'
        ? { ...call, outcome: { ...call.outcome, reason: 'cancelled' as const } }
        : call,
    );
    const ours = new Evidence({
      header,
      scenario: 'ours',
      intents: [],
      observations: [],
      ended: 'done',
      calls,
    });
    const contract = allContracts.find(({ id }) => id === 'sandbox.stop.succeeds');
    expect(contract?.check(story)).toMatchObject({ kind: 'undecided' });
    expect(contract?.check(ours)).toMatchObject({ kind: 'unexercised' });
  });

  it('the lines of two streams that overtake each other', () => {
    const lines = ['05.2Z stdout F a', '05.1Z stderr F b', '05.3Z stdout F c'];
    const verdict = verdictOf('log.line.times-monotonic', (s) =>
      s.running().log(lines.map((line) => `2026-11-18T12:00:${line}\n`).join('')),
    );
    expect(verdict).toMatchObject({ kind: 'held' });
  });

  it('a list that was under way while the container was removed', () => {
    const story = evidenceOf((s) => {
      s.running().exited().remove().list([]);
    });
    const calls = story.calls.map((call) => (call.rpc === 'ListContainers' ? { ...call, beganMs: 0 } : call));
    const raced = new Evidence({
      header,
      scenario: 'raced',
      intents: [],
      observations: [],
      ended: 'done',
      calls,
    });
    const contract = allContracts.find(({ id }) => id === 'container.list.stays-until-removed');
    expect(contract?.check(raced)).toMatchObject({ kind: 'held' });
  });
});
