// SPDX-License-Identifier: Apache-2.0
import { apiServerNeeds, type Complaint } from './api-server-needs.js';
import { podSchema } from './manifest-schema.js';
import type { Container, Pod } from './pod.js';
import { parseQuantity } from './quantity.js';

/** Everything a kubelet would refuse a Pod for, or could not do without an API server; empty if it is fine. */
export function podComplaints(value: unknown): readonly Complaint[] {
  const checked = podSchema.safeParse(value);
  if (!checked.success) {
    return checked.error.issues.map((issue) => ({
      path: issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
      message: issue.message,
    }));
  }
  const pod = checked.data as Pod;
  return [...doubleNames(pod), ...missingVolumes(pod), ...badQuantities(pod), ...apiServerNeeds(pod)];
}

function eachContainer(pod: Pod): readonly { container: Container; path: readonly (string | number)[] }[] {
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (pod.spec[list] ?? []).map((container, at) => ({ container, path: ['spec', list, at] })),
  );
}

function doubleNames(pod: Pod): readonly Complaint[] {
  const seen = new Set<string>();
  return eachContainer(pod).flatMap(({ container, path }) => {
    if (seen.has(container.name)) {
      return [{ path: [...path, 'name'], message: `another container is called ${container.name}` }];
    }
    seen.add(container.name);
    return [];
  });
}

function missingVolumes(pod: Pod): readonly Complaint[] {
  const known = new Set(pod.spec.volumes?.map((volume) => volume.name));
  return eachContainer(pod).flatMap(({ container, path }) =>
    (container.volumeMounts ?? []).flatMap((mount, at) =>
      known.has(mount.name)
        ? []
        : [{ path: [...path, 'volumeMounts', at, 'name'], message: `no volume is called ${mount.name}` }],
    ),
  );
}

function badQuantities(pod: Pod): readonly Complaint[] {
  return eachContainer(pod).flatMap(({ container, path }) =>
    (['requests', 'limits'] as const).flatMap((list) =>
      Object.entries(container.resources?.[list] ?? {})
        .filter(([, amount]) => parseQuantity(amount) === undefined)
        .map(([name, amount]) => ({
          path: [...path, 'resources', list, name],
          message: `${amount} is not a quantity (as 500m, 64Mi, 1)`,
        })),
    ),
  );
}
