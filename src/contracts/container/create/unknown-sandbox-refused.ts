// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isGoneBefore, isMadeUp } from '../../occasions/occasions.js';

export const containerCreateUnknownSandboxRefused: Contract = {
  id: 'container.create.unknown-sandbox-refused',
  level: 'must',
  since: '0.1.0',
  title: 'CreateContainer in a sandbox that does not exist is refused',
  reference: {
    source: 'CRI v1, RPC CreateContainer',
    says: 'the container is made in the sandbox that the request names',
  },
  consequence: 'A container runs outside of every pod, and nobody ends it.',
  covers: ['CTR-024'],
  check: (evidence) =>
    judgeEach(
      evidence.of('CreateContainer').filter((create) => {
        const id = create.request.pod_sandbox_id ?? '';
        const life = evidence.sandbox(id);
        return isMadeUp(id) || (life !== undefined && isGoneBefore(life, create));
      }),
      'no container was requested in a sandbox that did not exist',
      (create) => mustBeRefused(create, 'refused: there is no such sandbox'),
    ),
};
