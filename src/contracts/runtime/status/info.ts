// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const runtimeStatusInfo: Contract = {
  id: 'runtime.status.info',
  level: 'should',
  since: '0.1.0',
  title: 'Status has extra information if and only if a verbose answer was asked for, and it is JSON',
  reference: {
    source: 'CRI v1, StatusRequest.verbose and StatusResponse.info',
    says: 'verbose asks for extra information, whose values are JSON; without it the map is empty',
  },
  consequence:
    'crictl info shows nothing that helps, or every poll of the kubelet carries a whole configuration.',
  covers: ['R2'],
  check: (evidence) =>
    judgeEach(evidence.answered('Status'), 'the status was not read', (call) => {
      const fault = faultIn(call);
      return holds([call], fault === undefined, {
        expected: call.request.verbose === true ? 'info with JSON in it' : 'no info: it was not asked for',
        actual: fault ?? '',
      });
    }),
};

function faultIn({ request, outcome }: AnsweredCall<'Status'>): string | undefined {
  const { info = {} } = outcome.response;
  const keys = Object.keys(info);
  if (request.verbose !== true) return keys.length === 0 ? undefined : `info with ${keys.join(', ')}`;
  if (keys.length === 0) return 'no info';
  // The recording keeps nothing else.
  const { config = '' } = info;
  return config === '' || isJson(config) ? undefined : `config ${config}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
