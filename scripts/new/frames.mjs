// SPDX-License-Identifier: Apache-2.0
import { constantOf } from '../generate/catalogues.mjs';

export function contractFrame(id) {
  return `// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const ${constantOf(id)}: Contract = {
  id: '${id}',
  level: 'must',
  since: '0.1.0',
  title: 'TODO: a sentence in the present tense that can be false',
  reference: {
    source: 'TODO: where the rule comes from',
    says: 'TODO: what that place says, in your own words',
  },
  consequence: 'TODO: what a kubelet and its users suffer when the rule is broken.',
  // TODO: the claims it stands for, of src/contracts/claims.ts
  covers: [],
  check: (evidence) =>
    judgeEach(evidence.of('StopContainer'), 'TODO: why there was no occasion', (call) =>
      holds([call], call.outcome.kind === 'ok', {
        expected: 'TODO: what should be',
        actual: 'TODO: what came',
      }),
    ),
};
`;
}

export function scenarioFrame(id) {
  return `// SPDX-License-Identifier: Apache-2.0
import type { Scenario } from '../scenario.js';

export const ${constantOf(id)}: Scenario = {
  id: '${id}',
  title: 'TODO: a sentence in the present tense: a pod, and what happens to it',
  pod: {
    metadata: { name: 'main' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: ['/box', 'print ready', 'wait'] }],
    },
  },
  // TODO: what happens, see src/scenarios/step.ts
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  // TODO: the contracts that a faithful runtime gives occasion for and keeps
  exercises: [],
};
`;
}
