// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const runtimeStatusInfo: Contract = {
  id: 'runtime.status.info',
  level: 'should',
  since: '0.1.0',
  title: 'A verbose Status has extra information, and its config is JSON',
  reference: {
    source: 'CRI v1, StatusRequest.verbose and StatusResponse.info',
    says: 'verbose asks for extra information, whose values are JSON',
  },
  consequence: 'crictl info shows nothing that helps.',
  covers: ['R2'],
  check: (evidence) =>
    judgeEach(
      evidence.answered('Status').filter(({ request }) => request.verbose === true),
      'no verbose status was read',
      (call) => {
        const fault = faultIn(call);
        return holds([call], fault === undefined, { expected: 'info with JSON in it', actual: fault ?? '' });
      },
    ),
};

function faultIn({ outcome }: AnsweredCall<'Status'>): string | undefined {
  const { info = {} } = outcome.response;
  if (Object.keys(info).length === 0) return 'no info';
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
