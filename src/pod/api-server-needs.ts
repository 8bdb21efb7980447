// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from './pod.js';

export interface Complaint {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const localVolumes = new Set(['name', 'emptyDir', 'hostPath']);

/** What a kubelet would have to ask the API server for, which nobody here can answer. */
export function apiServerNeeds(pod: Pod): readonly Complaint[] {
  const containers = (['initContainers', 'containers'] as const).flatMap((list) =>
    (pod.spec[list] ?? []).flatMap((container, at) => containerNeeds(container, ['spec', list, at])),
  );
  const volumes = (pod.spec.volumes ?? []).flatMap((volume, at) => {
    const source = Object.keys(volume).find((key) => !localVolumes.has(key));
    if (source === undefined) return [];
    const message = `a ${source} volume needs the API server (or a driver): only emptyDir and hostPath work here`;
    return [{ path: ['spec', 'volumes', at, source], message }];
  });
  return [...containers, ...volumes];
}

function containerNeeds(container: Container, path: readonly (string | number)[]): readonly Complaint[] {
  const needs: Complaint[] = [];
  if (container.envFrom && container.envFrom.length > 0) {
    needs.push({
      path: [...path, 'envFrom'],
      message: 'envFrom reads ConfigMaps and Secrets, which need the API server',
    });
  }
  container.env?.forEach((variable, at) => {
    const from = variable.valueFrom ?? {};
    const source = Object.keys(from).find((key) => key !== 'fieldRef' && key !== 'resourceFieldRef');
    if (source === undefined) return;
    const message = `${source} needs the API server: write the value into the manifest`;
    needs.push({ path: [...path, 'env', at, 'valueFrom', source], message });
  });
  return needs;
}
