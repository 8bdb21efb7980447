// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';

export const restartStartingSaysUnavailable: Contract = {
  id: 'restart.starting.says-unavailable',
  level: 'should',
  since: '0.1.0',
  title: 'While the daemon starts, it refuses reads as UNAVAILABLE, or nobody is there',
  reference: {
    source: 'gRPC, status codes; kubelet and node agents, which try again after UNAVAILABLE',
    says: 'UNAVAILABLE is the code after which a client tries again; UNKNOWN and UNIMPLEMENTED are final',
  },
  consequence:
    'Agents that come up with the runtime give up, and stay away until somebody starts them again.',
  covers: ['RS2'],
  check: (evidence) =>
    judgeEach(
      evidence
        .outages()
        .flatMap(({ stoppedMs = Infinity, startedMs = Infinity }) =>
          evidence.calls.filter(
            ({ rpc, beganMs, outcome }) =>
              reads.includes(rpc) &&
              outcome.kind === 'cut-off' &&
              beganMs >= stoppedMs &&
              beganMs <= startedMs,
          ),
        ),
      'nothing was read while the daemon was starting',
      (read) => {
        const refusal = refusalOf(read);
        return holds([read], refusal === undefined || refusal.code === 'UNAVAILABLE', {
          expected: 'UNAVAILABLE, until the daemon is ready',
          actual: refusal === undefined ? endingOf(read) : `${refusal.code}: ${refusal.message}`,
        });
      },
    ),
};

const reads: readonly string[] = [
  'ContainerStatus',
  'ListContainers',
  'ListImages',
  'ListPodSandbox',
  'PodSandboxStatus',
  'Status',
  'Version',
];

const refusalOf = ({ outcome }: RecordedCall) => (outcome.kind === 'cut-off' ? outcome.refused : undefined);
