// SPDX-License-Identifier: Apache-2.0
import type { IDMapping, UserNamespace } from '#cri/proto/generated/messages.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { Evidence } from '#evidence/evidence.js';
import { callsInPod, contentsOf, type InsideView } from '../../occasions/inside/inside.js';
import type { Verdict } from '../../verdict.js';

export const containerSecurityUserNamespace: Contract = {
  id: 'container.security.user-namespace',
  level: 'must',
  since: '0.1.0',
  title: 'The ids of a pod with its own user namespace are mapped to the node as requested',
  reference: {
    source: 'CRI v1, NamespaceOption.userns_options',
    says: 'uids and gids of the namespace are mapped by the given ranges',
  },
  consequence: 'Root in the pod is root on the node, or no volume can be read.',
  covers: ['SBX-032', 'A5'],
  check: (evidence) =>
    judgeEach(mapsSeen(evidence), 'no program in a user namespace showed its ids', (each) =>
      judge(evidence, each),
    ),
};

interface SeenMap {
  readonly seen: InsideView;
  readonly asked: readonly IDMapping[];
}

function mapsSeen(evidence: Evidence): readonly SeenMap[] {
  return (['uid', 'gid'] as const).flatMap((kind) =>
    contentsOf(evidence, `/proc/self/${kind}_map`).flatMap((seen) => {
      const { uids = [], gids = [], mode = 'POD' } = optionsOf(evidence, seen);
      const asked = kind === 'uid' ? uids : gids;
      return mode !== 'POD' || asked.length === 0 ? [] : [{ seen, asked }];
    }),
  );
}

function optionsOf(evidence: Evidence, { life }: InsideView): UserNamespace {
  const ofPod = evidence.sandbox(life.sandboxId)?.config.linux?.security_context?.namespace_options;
  const own = life.config.linux?.security_context?.namespace_options;
  return own?.userns_options ?? ofPod?.userns_options ?? {};
}

function judge(evidence: Evidence, { seen, asked }: SeenMap): Verdict {
  const expected = asked
    .map(({ container_id: inside = 0, host_id: outside = 0, length = 0 }) => `${inside} ${outside} ${length}`)
    .join(', ');
  const lines = seen.output.split('\n').slice(0, -1);
  const actual = lines.map((line) => line.trim().replace(/ +/g, ' ')).join(', ');
  return holds(callsInPod(evidence, seen), actual === expected, { expected, actual });
}
