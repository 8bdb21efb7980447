// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { unsupported } from '../../verdict.js';

export const sandboxStatusHandlerAsAsked: Contract = {
  id: 'sandbox.status.handler-as-asked',
  level: 'must',
  since: '0.1.0',
  title: 'If status and lists name a runtime handler, it is the requested one',
  reference: {
    source: 'CRI v1, PodSandboxStatus.runtime_handler and PodSandbox.runtime_handler',
    says: 'it is the handler that the sandbox was made with',
  },
  consequence: 'Users believe that a pod is isolated in another way than it is.',
  covers: ['SBX-037'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => life.views.map((view) => ({ life, view }))),
      'no sandbox was read',
      ({ life, view }) => {
        const said = (view.kind === 'status' ? view.status : view.item).runtime_handler ?? '';
        const asked = life.run.request.runtime_handler ?? '';
        if (said === '' && asked !== '')
          return unsupported([view.call.seq], `${view.call.rpc} names no runtime handler`);
        // For the default one a runtime may say which it is.
        const known = asked === '' ? ['', ...evidence.header.target.handlers] : [asked];
        return holds([life.run, view.call], known.includes(said), {
          expected: `runtime_handler ${JSON.stringify(asked)}`,
          actual: `${JSON.stringify(said)} in ${view.call.rpc}`,
        });
      },
    ),
};
