// SPDX-License-Identifier: Apache-2.0
import type { ContainerFilter, PodSandboxFilter } from '#cri/proto/generated/messages.js';

type Labels = Readonly<Record<string, string>>;

/** What a filter can match of a container or sandbox, apart from its state. */
export interface Listable {
  readonly id: string;
  readonly sandboxId?: string;
  readonly labels: Labels;
}

function labelsMatch(labels: Labels, selector: Labels | undefined): boolean {
  return Object.entries(selector ?? {}).every(([key, value]) => labels[key] === value);
}

/** Whether a list with this filter must show the object, if its state matches. */
export function filterMatches(
  filter: ContainerFilter | PodSandboxFilter | undefined,
  object: Listable,
): boolean {
  if (filter === undefined) return true;
  const { id = '', label_selector: selector } = filter;
  const sandboxId = 'pod_sandbox_id' in filter ? (filter.pod_sandbox_id ?? '') : '';
  return (
    (id === '' || id === object.id) &&
    (sandboxId === '' || sandboxId === object.sandboxId) &&
    labelsMatch(object.labels, selector)
  );
}
