// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { endingOf, holds, judgeEach } from '../../judging/judging.js';

export const imagePullKeepsSecrets: Contract = {
  id: 'image.pull.keeps-secrets',
  level: 'must',
  since: '0.1.0',
  title: 'The error of a pull does not tell the password that it was made with',
  reference: {
    source: 'kubelet, image manager and events of pods',
    says: 'the message of a failed pull is shown to everybody who may read the pod',
  },
  consequence: 'Whoever can read the events of a pod can read the password of its registry.',
  covers: ['Q5'],
  check: (evidence) =>
    judgeEach(
      evidence
        .of('PullImage')
        .filter(isRefused)
        .flatMap((call) => secretsOf(call.request.auth ?? {}).map((secret) => ({ call, secret }))),
      'no pull with a password failed',
      ({ call, secret }) =>
        holds([call], !call.outcome.message.includes(secret), {
          expected: 'a message without the password',
          // Our own reports are read by others as well.
          actual: `the password of the request in ${endingOf(call).replaceAll(secret, '…')}`,
        }),
    ),
};

/**
 * A shorter one may be in a message by chance. In recordings a secret is hidden, in requests and wherever a runtime
 * repeats it, by the same text.
 */
const shortest = 6;

function secretsOf(auth: {
  readonly password?: string | undefined;
  readonly identity_token?: string | undefined;
  readonly registry_token?: string | undefined;
}): readonly string[] {
  return [auth.password, auth.identity_token, auth.registry_token].filter(
    (secret): secret is string => secret !== undefined && secret.length >= shortest,
  );
}
