// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import {
  containerLists,
  mayHaveMadeUnseen,
  sandboxLists,
  stillThere,
  type List,
  type Lists,
} from '../../occasions/lists.js';
import { isAfterOutage, isBeforeOutage } from '../../occasions/outages.js';

export const restartObjectsSameSet: Contract = {
  id: 'restart.objects.same-set',
  level: 'must',
  since: '0.1.0',
  title: 'From the first answer after a restart of the runtime, lists show the same objects as before',
  reference: {
    source: 'kubelet, relist',
    says: 'the kubelet takes an object that is missing in one list for removed, and kills unknown ones',
  },
  consequence: 'Every pod that is missing for a moment is created a second time.',
  covers: ['RS1', 'RS2'],
  check: (evidence) =>
    judgeEach(
      evidence
        .outages()
        .flatMap((outage) =>
          [sandboxLists(evidence), containerLists(evidence)].flatMap((kind) => bothSides(kind, outage)),
        ),
      'no list was read both before and after an outage',
      ({ kind, earlier, later }) => {
        const there = stillThere(kind, earlier, later);
        const missing = there
          .filter(({ id }) => !later.ids.includes(id))
          .map(({ name }) => `without ${name}`);
        const more = unknownIn(evidence, kind, later).map((id) => `with ${id}, which was not created`);
        return holds([earlier.call, later.call], missing.length + more.length === 0, {
          expected: `${kind.rpc} with ${there.map(({ name }) => name).join(', ') || 'nothing of ours'} and no more`,
          actual: [...missing, ...more].join(', '),
        });
      },
    ),
};

interface BothSides {
  readonly kind: Lists;
  readonly earlier: List;
  readonly later: List;
}

function bothSides(kind: Lists, outage: Outage): readonly BothSides[] {
  const earlier = kind.lists.filter(({ call }) => isBeforeOutage(call, outage)).at(-1);
  if (earlier === undefined) return [];
  return kind.lists
    .filter(({ call }) => isAfterOutage(call, outage))
    .map((later) => ({ kind, earlier, later }));
}

function unknownIn(evidence: Evidence, { things }: Lists, { ids }: List): readonly string[] {
  if (mayHaveMadeUnseen(evidence)) return [];
  return ids.filter((id, at) => ids.indexOf(id) !== at || !things.some((thing) => thing.id === id));
}
