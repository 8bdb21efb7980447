// SPDX-License-Identifier: Apache-2.0
import { Failure } from '#base/failure.js';

const refusal =
  /unable to apply caps|apply(ing)? (bounding set|capabilities)|bounding set.*not permitted|privileged.*(not allowed|denied|forbidden|disabled|incompatible)/i;

/** The failure if the engine refused a privileged container; undefined: the message says something else. */
export function refusedPrivileges(words: string, cause?: unknown): Failure | undefined {
  const line = words.split('\n').find((one) => refusal.test(one));
  if (line === undefined) return undefined;
  return new Failure(
    'E-CONTAINER-PRIVILEGED',
    'The container engine cannot start a privileged container here.',
    {
      seen: line.trim(),
      likely:
        'this machine or its engine lacks a capability that --privileged needs, usually CAP_SYS_RESOURCE',
      fix: 'register examples/lenient-runc as the default runtime: dockerd --add-runtime lenient=/path/lenient-runc --default-runtime lenient',
      cause,
    },
  );
}
