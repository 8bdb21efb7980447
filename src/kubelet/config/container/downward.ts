// SPDX-License-Identifier: Apache-2.0
import { isStatic } from '../../model/static-pod.js';
import type { ResourceFieldRef } from '#pod/env-var.js';
import type { Container, Pod, ResourceList } from '#pod/pod.js';
import { milliOf, parseQuantity, wholeOf } from '#pod/quantity.js';
import type { NodeFacts } from '../../model/node-facts.js';
import type { Resolution } from '../resolved.js';

export interface DownwardInput {
  readonly pod: Pod;
  readonly uid: string;
  readonly ips: readonly string[];
  readonly facts: NodeFacts;
}

/** kubelet_pods.go, podFieldSelectorRuntimeValue: a field of the downward API. */
export function fieldValue(path: string, { pod, uid, ips, facts }: DownwardInput): Resolution<string> {
  const keyed = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path);
  if (keyed) return { value: mapOf(pod, keyed[1])[keyed[2] ?? ''] ?? '' };
  const { metadata, spec } = pod;
  const fields = new Map<string, string | undefined>([
    ['metadata.name', metadata.name],
    ['metadata.namespace', metadata.namespace],
    ['metadata.uid', uid],
    ['metadata.labels', formatted(metadata.labels)],
    ['metadata.annotations', formatted(metadata.annotations)],
    ['spec.nodeName', spec.nodeName ?? facts.nodeName],
    // The API gives every pod an account; a pod from a file has none.
    ['spec.serviceAccountName', spec.serviceAccountName ?? (isStatic(pod) ? '' : 'default')],
    ['status.hostIP', facts.nodeIps[0]],
    ['status.hostIPs', facts.nodeIps.join(',')],
    ['status.podIP', ips[0]],
    ['status.podIPs', ips.join(',')],
  ]);
  if (!fields.has(path)) return { problem: `the downward API has no field ${path}` };
  return { value: fields.get(path) ?? '' };
}

function mapOf({ metadata }: Pod, which: string | undefined): Readonly<Record<string, string>> {
  return (which === 'labels' ? metadata.labels : metadata.annotations) ?? {};
}

/** pkg/fieldpath/fieldpath.go, FormatMap: sorted by key, one `key="value"` per line. */
function formatted(map: Readonly<Record<string, string>> = {}): string {
  const names = Object.keys(map).sort();
  return names.map((name) => `${name}=${JSON.stringify(map[name] ?? '')}`).join('\n');
}

type Amounts = DownwardInput & { readonly container?: Container };

/**
 * pkg/api/v1/resource/helpers.go, ExtractContainerResourceValue: in units of the divisor, rounded up. An
 * unset limit is the node's allocatable.
 */
export function resourceValue(reference: ResourceFieldRef, input: Amounts): Resolution<string> {
  const { containerName = '', resource } = reference;
  const container = containerNamed(containerName, input);
  if (!container) return { problem: `no container is called ${containerName}` };
  const [, list, name = ''] = /^(limits|requests)\.(.+)$/.exec(resource) ?? [];
  if (list === undefined) return { problem: `there is no resource ${resource}` };
  const amount = list === 'limits' ? limitOf(container, name, input) : container.resources?.requests?.[name];
  return { value: String(inUnits(amount, unitOf(reference), name)) };
}

function inUnits(amount: string | number | undefined, unit: string | number, name: string): number {
  const counted = name === 'cpu' ? milliOf : wholeOf;
  return Math.ceil((counted(amount) ?? 0) / (counted(unit) ?? 1));
}

function unitOf({ divisor = 1 }: ResourceFieldRef): string | number {
  return parseQuantity(divisor) === 0 ? 1 : divisor;
}

function containerNamed(name: string, { pod, container }: Amounts): Container | undefined {
  if (name === '') return container;
  return [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].find((each) => each.name === name);
}

function limitOf(container: Container, name: string, { pod, facts }: Amounts): string | number | undefined {
  const candidates = [container.resources?.limits?.[name], pod.spec.resources?.limits?.[name]];
  return candidates.find((amount) => parseQuantity(amount ?? 0) !== 0) ?? allocatable(facts)[name];
}

/** The default eviction threshold for memory. */
const evictionReserveBytes = 100 * 2 ** 20;

/** What the node can give to pods. */
function allocatable({ memoryBytes, allocatable: known = {} }: NodeFacts): ResourceList {
  return { memory: Math.max(0, memoryBytes - evictionReserveBytes), ...known };
}
