// SPDX-License-Identifier: Apache-2.0
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const sandboxStatusNetworkMode: Contract = {
  id: 'sandbox.status.network-mode',
  level: 'must',
  since: '0.1.0',
  title: 'The status of a sandbox shows the requested network mode',
  reference: {
    source: 'CRI v1, PodSandboxStatus.linux.namespaces.options; kubelet, PodSandboxChanged',
    says: "the kubelet compares the mode with the pod's hostNetwork at every sync",
  },
  consequence: 'Host-network pods are killed and recreated at every sync.',
  covers: ['SBX-023', 'A5'],
  check: (evidence) =>
    judgeEach(
      evidence.sandboxes().flatMap((life) => sandboxStatusViews(life).map((view) => ({ life, view }))),
      'no sandbox status was read',
      ({ life, view }) => {
        const expected = life.hostNetwork ? 'NODE' : 'POD';
        const actual = view.status.linux?.namespaces?.options?.network ?? 'POD';
        return holds([life.run, view.call], expected === actual, { expected, actual });
      },
    ),
};
