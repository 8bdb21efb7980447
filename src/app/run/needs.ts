// SPDX-License-Identifier: Apache-2.0
import semver from 'semver';
import { unusedBlockDevice } from '#host/block-devices.js';
import { restrictionsOfOurs } from '#host/capabilities.js';
import type { DaemonAct } from '#launchers/daemon.js';
import type { Need } from '#scenarios/scenario.js';
import type { Target } from '../target/session/target.js';
import type { PlannedChange } from './planned-change.js';
import { plainHandler } from './known-here.js';

type UnmetNeed = (target: Target, change: PlannedChange | undefined) => string | undefined;

const both =
  (one: DaemonAct, other: DaemonAct): UnmetNeed =>
  ({ daemon }) =>
    daemon.lacks(one) ?? daemon.lacks(other);

const ends = both('stop', 'start');

/** A need that nothing evaluates does not compile. */
const lacking: Readonly<Record<Need, UnmetNeed>> = {
  'pod-network': ({ ready }) =>
    ready.status.status?.conditions?.some(({ type, status }) => type === 'NetworkReady' && status === true)
      ? undefined
      : 'the runtime reports that its pod network is not ready',
  'user-namespaces': ({ ready, handler }) =>
    ready.status.runtime_handlers?.find(({ name = '' }) => name === handler)?.features?.user_namespaces ===
    true
      ? undefined
      : `the runtime does not report that its handler ${handler || '(default)'} supports user namespaces`,
  'supplemental-groups-policy': ({ ready }) =>
    ready.status.features?.supplemental_groups_policy === true
      ? undefined
      : 'the runtime does not report that it supports a policy for supplemental groups',
  'privileged-containers': ({ ready }) => {
    const withheld = restrictionsOfOurs().filter((what) => what.startsWith('CAP_'));
    return ready.runtimeName !== 'cri-o' || withheld.length === 0
      ? undefined
      : `cri-o gives a privileged container every capability of the kernel, and this machine lacks ${withheld.join(', ')}`;
  },
  'image-volumes': ({ ready }) => {
    if (ready.apiVersion === 'v1alpha2') return 'CRI v1alpha2 has no field for an image volume';
    const since = imageVolumesSince[ready.runtimeName];
    const version = semver.coerce(ready.runtimeVersion);
    return since === undefined || version === null || !semver.lt(version, since)
      ? undefined
      : `${ready.runtimeName} mounts images as volumes since ${since}; this one is ${ready.runtimeVersion}`;
  },
  'runtime-classes': ({ handler }) =>
    handler === '' ? undefined : `every pod runs with the handler ${handler}, whatever its RuntimeClass`,
  'named-handler': (target) =>
    plainHandler(target) === undefined
      ? 'the runtime names no handler that is like the default one'
      : undefined,
  'block-device': () =>
    unusedBlockDevice() === undefined ? 'this machine has no block device that nobody uses' : undefined,
  'daemon-stop': both('stop', 'start'),
  'daemon-crash': both('crash', 'start'),
  'daemon-restart': both('restart', 'restart'),
  'daemon-upgrade': (target, change) => (change === undefined ? ends(target, change) : undefined),
  'daemon-upgrade-apart': (target, change) =>
    change?.kind === 'commands'
      ? 'one command ends the old version and starts the new one: nothing of ours can happen in between'
      : ends(target, change),
  'daemon-rollback': (_, change) =>
    change?.kind === 'commands' && change.rollbackExec === undefined
      ? 'no command was given for the way back: --rollback-exec'
      : undefined,
};

/** No answer of a runtime says whether it supports them. */
const imageVolumesSince: Readonly<Record<string, string>> = { containerd: '2.1.0', 'cri-o': '1.31.0' };

/** Why this target cannot meet a scenario's need; undefined if nothing speaks against it. */
export function lacksHere(target: Target, change?: PlannedChange): (need: Need) => string | undefined {
  return (need) => lacking[need](target, change);
}
