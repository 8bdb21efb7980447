// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { containerCreateIdUnique } from '#contracts/container/create/id-unique.js';
import type { Contract } from '#contracts/contract.js';
import { sandboxNetworkIpNotShared } from '#contracts/sandbox/network/ip-not-shared.js';
import { sandboxRunIdUnique } from '#contracts/sandbox/run/id-unique.js';
import { Evidence } from '#evidence/evidence.js';
import { createJudge } from '#judge/create-judge.js';
import type { Ruling } from '#judge/make-result.js';
import { header, Story } from '../../support/evidence-literal.js';

/** The story as another scenario of the same run: its calls come later by so many numbers. */
function played(scenario: string, later: number, tell: (story: Story) => unknown): Evidence {
  const story = new Story();
  story.atMs = later;
  tell(story);
  const calls = story.calls.map((call) => ({ ...call, scenario, seq: call.seq + later }));
  return new Evidence({ header, scenario, calls, intents: [], observations: [], ended: 'done' });
}

function ruledOn(contract: Contract, scenarios: readonly Evidence[]): Ruling | undefined {
  const judge = createJudge([contract]);
  for (const evidence of scenarios) judge.add(evidence);
  return judge.rulings()[0];
}

const withAddress = (id: string, ip: string) => (s: Story) =>
  s.sandbox(id).sandboxStatus(id, { network: { ip } });

describe('scenarios that contradict each other', () => {
  const one = played('one', 0, (s) => s.sandbox('s1').create('c1'));
  const other = played('other', 100, (s) => s.sandbox('s1').create('c1', {}, 's1'));

  it.each([
    [sandboxRunIdUnique, 's1', 'RunPodSandbox'],
    [containerCreateIdUnique, 'c1', 'CreateContainer'],
  ])('violate $id together, in whatever order they end', (contract, value, rpc) => {
    for (const scenarios of [
      [one, other],
      [other, one],
    ]) {
      const ruling = ruledOn(contract, scenarios);
      expect(ruling).toMatchObject({ verdict: { kind: 'violated' }, scenario: 'other' });
      expect(ruling?.verdict).toHaveProperty('expected', expect.stringMatching(/^another id for other /));
      expect(ruling?.verdict).toHaveProperty('actual', expect.stringMatching(`^${value}, as one .* in one$`));
      expect(ruling?.proof?.calls.map((call) => call.rpc)).toEqual([rpc, rpc]);
    }
  });

  it('hold alone', () => {
    expect(ruledOn(sandboxRunIdUnique, [one])?.verdict.kind).toBe('held');
  });

  it('are found by an address that two sandboxes have at the same time', () => {
    const ruling = ruledOn(sandboxNetworkIpNotShared, [
      played('one', 0, withAddress('s1', '10.0.0.5')),
      played('other', 100, withAddress('s2', '10.0.0.5')),
    ]);
    expect(ruling?.verdict).toMatchObject({
      kind: 'violated',
      expected: 'another address for sandbox s2',
      actual: '10.0.0.5, as sandbox s1 in one',
    });
  });

  it('may have the same address one after another', () => {
    const ruling = ruledOn(sandboxNetworkIpNotShared, [
      played('one', 0, (s) => withAddress('s1', '10.0.0.5')(s).stopSandbox('s1')),
      played('other', 100, withAddress('s2', '10.0.0.5')),
    ]);
    expect(ruling?.verdict.kind).toBe('unexercised');
  });

  it('decide nothing if our comparison breaks down', () => {
    const contract: Contract = {
      ...sandboxRunIdUnique,
      across: {
        factsOf: () => [{ scenario: 'one', of: 'a', value: 'v', fromMs: 0, untilMs: 1, calls: [1] }],
        check: () => {
          throw new TypeError('x is undefined');
        },
      },
    };
    expect(ruledOn(contract, [one])?.verdict).toMatchObject({
      kind: 'undecided',
      reason: 'our check crashed: x is undefined',
    });
  });
});
