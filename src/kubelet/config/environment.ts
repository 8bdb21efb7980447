// SPDX-License-Identifier: Apache-2.0
import type { EnvVar } from '#pod/env-var.js';
import type { Container, Pod } from '#pod/pod.js';
import { milliOf, parseQuantity, wholeOf } from '#pod/quantity.js';
import type { NodeFacts } from '../node-facts.js';
import { allContainers } from './qos.js';
import { expand } from './expand.js';

export interface EnvironmentInput {
  readonly pod: Pod;
  readonly uid: string;
  readonly container: Container;
  readonly ips: readonly string[];
  readonly facts: NodeFacts;
}

/** The variables of a container in the order of the manifest; the value of an unknown reference is reported. */
export function environment(input: EnvironmentInput): ReadonlyMap<string, string> {
  const resolved = new Map<string, string>();
  for (const variable of input.container.env ?? [])
    resolved.set(variable.name, valueOf(variable, input, resolved));
  return resolved;
}

function valueOf(variable: EnvVar, input: EnvironmentInput, before: ReadonlyMap<string, string>): string {
  const { fieldRef, resourceFieldRef } = variable.valueFrom ?? {};
  if (fieldRef) return fieldValue(fieldRef.fieldPath, input);
  if (resourceFieldRef) return resourceValue(resourceFieldRef, input);
  return expand(variable.value ?? '', before);
}

function fieldValue(path: string, { pod, uid, ips, facts }: EnvironmentInput): string {
  const keyed = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path);
  if (keyed) return mapOf(pod, keyed[1])[keyed[2] ?? ''] ?? '';
  const { name, namespace } = pod.metadata;
  const fields = new Map<string, string | undefined>([
    ['metadata.name', name],
    ['metadata.namespace', namespace],
    ['metadata.uid', uid],
    ['spec.nodeName', facts.nodeName],
    ['spec.serviceAccountName', pod.spec.serviceAccountName],
    ['status.hostIP', facts.nodeIps[0]],
    ['status.hostIPs', facts.nodeIps.join(',')],
    ['status.podIP', ips[0]],
    ['status.podIPs', ips.join(',')],
  ]);
  return fields.get(path) ?? '';
}

function mapOf({ metadata }: Pod, which: string | undefined): Readonly<Record<string, string>> {
  return (which === 'labels' ? metadata.labels : metadata.annotations) ?? {};
}

type ResourceRef = NonNullable<NonNullable<EnvVar['valueFrom']>['resourceFieldRef']>;

function resourceValue(
  { containerName, resource, divisor = 1 }: ResourceRef,
  input: EnvironmentInput,
): string {
  const container = allContainers(input.pod).find(({ name }) => name === containerName) ?? input.container;
  const unit = parseQuantity(divisor) || 1;
  return String(Math.ceil(amountOf(container, resource) / unit));
}

/** `limits.cpu` in whole processors with fractions, everything else in whole units. */
function amountOf({ resources }: Container, resource: string): number {
  const name = resource.slice(resource.indexOf('.') + 1);
  const list = resource.startsWith('limits.') ? resources?.limits : resources?.requests;
  const amount = list?.[name];
  return name === 'cpu' ? (milliOf(amount) ?? 0) / 1000 : (wholeOf(amount) ?? 0);
}
