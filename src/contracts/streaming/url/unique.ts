// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { streamingCalls, urlOf } from '../../occasions/services/stream-urls.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const streamingUrlUnique: Contract = {
  id: 'streaming.url.unique',
  level: 'should',
  since: '0.1.0',
  title: 'No two requests for a stream are answered with the same URL',
  reference: {
    source: 'CRI v1, RPC Exec, Attach, PortForward; the streaming library of the kubelet',
    says: 'a URL stands for one request, can be used once and cannot be guessed',
  },
  consequence: "A user ends up in another user's session, or with a stream that is used up.",
  covers: ['STR-005'],
  check: (evidence) => {
    const calls = streamingCalls(evidence).filter((call) => isAnswered(call));
    return judgeEach(calls.slice(1), 'fewer than two streams were asked for', (call) => {
      const url = isAnswered(call) ? urlOf(call) : '';
      const twin = calls.find((other) => other.seq < call.seq && isAnswered(other) && urlOf(other) === url);
      return holds(twin === undefined ? [call] : [twin, call], twin === undefined, {
        expected: 'a URL that no other request got',
        actual: url,
      });
    });
  },
};
