// SPDX-License-Identifier: Apache-2.0
import type { PlacedContainer } from './each-container.js';
import type { ManifestProblem } from './manifest-place.js';
import type { Container, Pod } from './pod.js';
import { milliOf } from './quantity.js';

type Complaints = readonly ManifestProblem[];

/** Contradictions within one container, or between it and its pod. */
export function containerComplaints(placed: PlacedContainer, pod: Pod): Complaints {
  const found = [
    ...initComplaints(placed),
    ...ruleComplaints(placed),
    ...portNames(placed),
    ...mountComplaints(placed, pod),
    ...deviceComplaints(placed, pod),
    ...fileKeyComplaints(placed, pod),
    ...amountComplaints(placed),
    ...sleepComplaints(placed, pod),
  ];
  if (placed.container.securityContext?.procMount !== 'Unmasked' || pod.spec.hostUsers === false)
    return found;
  const path = [...placed.path, 'securityContext', 'procMount'];
  return [...found, { path, message: 'may only be Unmasked with hostUsers false' }];
}

const lasting = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Only a restartable init container (a sidecar) has probes and hooks. */
function initComplaints({ container, path, init }: PlacedContainer): Complaints {
  if (!init || container.restartPolicy === 'Always') return [];
  return lasting
    .filter((field) => container[field] !== undefined)
    .map((field) => ({
      path: [...path, field],
      message: 'may not be set for an init container unless its restartPolicy is Always',
    }));
}

function ruleComplaints({ container, path }: PlacedContainer): Complaints {
  const { restartPolicy, restartPolicyRules = [] } = container;
  if (restartPolicyRules.length === 0 || restartPolicy !== undefined) return [];
  return [{ path: [...path, 'restartPolicyRules'], message: 'needs a restartPolicy' }];
}

function portNames({ container, path }: PlacedContainer): Complaints {
  const seen = new Set<string>();
  return (container.ports ?? []).flatMap(({ name }, at) => {
    if (name === undefined) return [];
    const double = seen.has(name);
    seen.add(name);
    return double
      ? [{ path: [...path, 'ports', at, 'name'], message: `another port is called ${name}` }]
      : [];
  });
}

function mountComplaints({ container, path }: PlacedContainer, pod: Pod): Complaints {
  const seen = new Set<string>();
  return (container.volumeMounts ?? []).flatMap((mount, at) => {
    const where = [...path, 'volumeMounts', at];
    const source = unmountable(mount.name, pod);
    if (source !== undefined) return [{ path: [...where, 'name'], message: source }];
    if (seen.has(mount.mountPath)) {
      return [{ path: [...where, 'mountPath'], message: `something else is mounted at ${mount.mountPath}` }];
    }
    seen.add(mount.mountPath);
    const privileged = container.securityContext?.privileged === true;
    if (mount.mountPropagation !== 'Bidirectional' || privileged) return [];
    const message = 'may only be Bidirectional in a privileged container';
    return [{ path: [...where, 'mountPropagation'], message }];
  });
}

function unmountable(name: string, { spec }: Pod): string | undefined {
  const volume = spec.volumes?.find((each) => each.name === name);
  if (volume === undefined) return `no volume is called ${name}`;
  return volume.persistentVolumeClaim && `${name} is a block volume: it goes into volumeDevices`;
}

function deviceComplaints({ container, path }: PlacedContainer, pod: Pod): Complaints {
  return (container.volumeDevices ?? []).flatMap(({ name }, at) => {
    const where = [...path, 'volumeDevices', at, 'name'];
    const volume = pod.spec.volumes?.find((each) => each.name === name);
    if (volume === undefined) return [{ path: where, message: `no volume is called ${name}` }];
    return volume.persistentVolumeClaim ? [] : [{ path: where, message: `${name} is not a block volume` }];
  });
}

function fileKeyComplaints({ container, path }: PlacedContainer, pod: Pod): Complaints {
  return (container.env ?? []).flatMap(({ valueFrom }, at) => {
    const wanted = valueFrom?.fileKeyRef?.volumeName;
    if (wanted === undefined) return [];
    const volume = pod.spec.volumes?.find(({ name }) => name === wanted);
    if (volume && Object.keys(volume).every((key) => key === 'name' || key === 'emptyDir')) return [];
    const message = volume ? `the volume ${wanted} is not an emptyDir` : `no volume is called ${wanted}`;
    return [{ path: [...path, 'env', at, 'valueFrom', 'fileKeyRef', 'volumeName'], message }];
  });
}

function amountComplaints({ container, path }: PlacedContainer): Complaints {
  const { requests = {}, limits = {} } = container.resources ?? {};
  return Object.entries(requests).flatMap(([name, amount]) => {
    const limit = milliOf(limits[name]);
    if (limit === undefined || (milliOf(amount) ?? 0) <= limit) return [];
    const message = `must not be more than the limit of ${String(limits[name])}`;
    return [{ path: [...path, 'resources', 'requests', name], message }];
  });
}

function sleepComplaints({ container, path }: PlacedContainer, { spec }: Pod): Complaints {
  const grace = spec.terminationGracePeriodSeconds ?? 30;
  return (['postStart', 'preStop'] as const).flatMap((hook) => {
    const handler: NonNullable<Container['lifecycle']>['postStart'] = container.lifecycle?.[hook];
    if (!handler?.sleep || handler.sleep.seconds <= grace) return [];
    const message = `must not be longer than the grace period of ${grace} s`;
    return [{ path: [...path, 'lifecycle', hook, 'sleep', 'seconds'], message }];
  });
}
