// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';
import { isMadeUp } from '../../occasions/occasions.js';

export const sandboxRunUnknownHandlerRefused: Contract = {
  id: 'sandbox.run.unknown-handler-refused',
  level: 'should',
  since: '0.1.0',
  title: 'RunPodSandbox with a runtime handler that is not configured is refused',
  reference: {
    source: 'CRI v1, RunPodSandboxRequest.runtime_handler',
    says: 'an unknown handler must be rejected',
  },
  consequence: 'A pod that requested stronger isolation runs with the default handler.',
  covers: ['SBX-011', 'R4'],
  check: (evidence) =>
    judgeEach(
      evidence.of('RunPodSandbox').filter(({ request }) => isMadeUp(request.runtime_handler ?? '')),
      'no sandbox was requested with an unknown handler',
      (run) =>
        mustBeRefused(run, `refused: there is no runtime handler ${run.request.runtime_handler ?? ''}`),
    ),
};
