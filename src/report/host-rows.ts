// SPDX-License-Identifier: Apache-2.0
import type { RecordingHeader } from '#evidence/event.js';

/** Facts about the machine, for people. */
export function hostRows({
  host,
  target,
  kubelet,
  upgrade,
}: RecordingHeader): readonly (readonly [string, string])[] {
  return [
    ['kernel', `${host.kernel} ${host.arch}`],
    ['cgroup', `${host.cgroupVersion}, driver ${host.cgroupDriver}`],
    ['CNI', target.cni],
    ['CRI', target.apiVersion],
    ['handlers', target.handlers.map((handler) => (handler === '' ? '(default)' : handler)).join(', ')],
    ['launcher', target.launcher],
    ['upgraded to', upgrade?.to ?? ''],
    ['kubelet', `${kubelet.version}, pace ${kubelet.pace}`],
    ['host', host.node],
    ['user', host.root ? 'root' : 'not root'],
    ['lacks', host.lacks.join(', ')],
  ].filter((fact): fact is [string, string] => (fact[1] ?? '').trim() !== '');
}
