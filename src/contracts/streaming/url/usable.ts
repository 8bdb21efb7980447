// SPDX-License-Identifier: Apache-2.0
import { isAnswered } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { streamingCalls, urlOf } from '../../occasions/services/stream-urls.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const streamingUrlUsable: Contract = {
  id: 'streaming.url.usable',
  level: 'must',
  since: '0.1.0',
  title: 'Exec, Attach and PortForward answer with an absolute HTTP URL at which somebody listens',
  reference: {
    source: 'CRI v1, ExecResponse, AttachResponse, PortForwardResponse; kubelet, server.go, proxyStream',
    says: 'the kubelet parses the URL and connects to it from the node',
  },
  consequence: 'kubectl exec, attach and port-forward fail, with a message about a URL.',
  covers: ['STR-001', 'T1'],
  check: (evidence) =>
    judgeEach(
      streamingCalls(evidence).filter((call) => isAnswered(call)),
      'no stream was asked for',
      (call) => {
        const url = isAnswered(call) ? urlOf(call) : '';
        const seen = evidence.observed('connection').find(({ facts }) => facts.url === url)?.facts;
        const fault =
          faultOf(url) ?? (seen?.result === 'failed' ? `nobody listens: ${seen.reason}` : undefined);
        return holds([call], fault === undefined, {
          expected: 'http:// or https:// with a host and a port at which somebody listens',
          actual: `${JSON.stringify(url)}: ${fault ?? ''}`,
        });
      },
    ),
};

function faultOf(text: string): string | undefined {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return 'not an absolute HTTP URL';
  const { hostname, port, username, password } = new URL(text);
  if (hostname === '' || hostname === '0.0.0.0' || hostname === '[::]')
    return `host ${hostname} is no address`;
  if (port === '0') return 'port 0';
  return username === '' && password === '' ? undefined : 'it has a user name';
}
