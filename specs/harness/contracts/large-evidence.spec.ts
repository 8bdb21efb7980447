// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { containerCreateIdUnique } from '#contracts/container/create/id-unique.js';
import { FirstOfEach } from '#contracts/occasions/first-of-each.js';
import { pairs } from '#contracts/judging/judging.js';
import { sandboxRunIdUnique } from '#contracts/sandbox/run/id-unique.js';
import type { RecordedCall } from '#evidence/call.js';
import { Evidence } from '#evidence/evidence.js';
import { header } from '../../support/evidence-literal.js';

const answered = (seq: number, rpc: RecordedCall['rpc'], response: object): RecordedCall =>
  ({
    seq,
    scenario: 's',
    rpc,
    request: { config: {} },
    deadlineMs: 1,
    beganMs: seq,
    endedMs: seq + 0.5,
    messages: [],
    outcome: { kind: 'ok', response, raw: '' },
  }) as unknown as RecordedCall;

it('takes no longer to find that ids are unique than there are calls', () => {
  const calls = Array.from({ length: 50_000 }, (_, at) => [
    answered(2 * at, 'RunPodSandbox', { pod_sandbox_id: `s${at}` }),
    answered(2 * at + 1, 'CreateContainer', { container_id: `c${at}` }),
  ]).flat();
  const evidence = new Evidence({
    header,
    scenario: 's',
    calls,
    intents: [],
    observations: [],
    ended: 'done',
  });
  const before = process.cpuUsage();
  expect(containerCreateIdUnique.check(evidence).kind).toBe('held');
  expect(sandboxRunIdUnique.check(evidence).kind).toBe('held');
  const lives = evidence.containers().filter(({ id }) => evidence.container(id)?.id === id);
  expect([lives.length, evidence.container('none')]).toEqual([50_000, undefined]);
  // Of the processor, since the clock of a busy machine says little.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
});

it('finds of creations with one id the first that was for something else', () => {
  const ids = ['a', 'a', 'b', 'a', 'a', 'b'];
  const keys = ['1', '1', '1', '2', '1', '1'];
  const calls = ids.map((_, seq) => answered(seq, 'CreateContainer', {}));
  const firsts = new FirstOfEach(
    calls,
    ({ seq }) => ids[seq] ?? '',
    ({ seq }) => keys[seq] ?? '',
  );
  const twins = calls.map((call) => firsts.twinOf(call)?.seq);
  expect(twins).toEqual([undefined, undefined, undefined, 0, 3, undefined]);
});

it('goes through pairs one after another', () => {
  const millions = pairs(
    Array.from({ length: 20_000 }, (_, at) => at),
    (one, other) => [[one, other]],
  );
  expect(millions.next().value).toEqual([0, 1]);
  expect([...pairs([1, 2, 3], (one, other) => (one + other === 4 ? [] : [[one, other]]))]).toEqual([
    [1, 2],
    [2, 3],
  ]);
});
