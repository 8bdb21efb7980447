// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { notReady, notRunning } from '../../occasions/services/not-running.js';
import { streamingCalls } from '../../occasions/services/stream-urls.js';
import { judgeEach, mustBeRefused } from '../../judging/judging.js';

export const streamingUrlNotRunningRefused: Contract = {
  id: 'streaming.url.not-running-refused',
  level: 'should',
  since: '0.1.0',
  title: 'Exec, Attach and PortForward are refused where nothing runs',
  reference: {
    source: 'CRI v1, RPC Exec, Attach, PortForward; kubelet, server.go',
    says: 'the user sees the error of the call; an error on the stream comes too late for a clear message',
  },
  consequence: 'kubectl exec into a dead container hangs or ends without a message.',
  covers: ['STR-008', 'X5'],
  check: (evidence) =>
    judgeEach(
      streamingCalls(evidence).filter((call) =>
        call.rpc === 'PortForward' ? notReady(evidence, call) : notRunning(evidence, call),
      ),
      'no stream was asked for where nothing runs',
      (call) => mustBeRefused(call, `${call.rpc} refused: nothing runs there`, ['DEADLINE_EXCEEDED']),
    ),
};
