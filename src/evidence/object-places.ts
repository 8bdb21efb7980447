// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { CriMethod } from '#cri/methods.js';
import type { NamedObject, NamedKind } from './ours.js';

export type Message = Readonly<Record<string, unknown>>;

/** A field of an answer that contains an object, or a list of them. */
export interface ObjectPlace {
  readonly kind: NamedKind;
  readonly field: string;
  /** Statistics identify their object in `attributes`, metrics by an id; neither has a state. */
  readonly form: 'object' | 'stats' | 'metrics';
}

const sandbox = (field: string, form: ObjectPlace['form'] = 'object'): ObjectPlace => ({
  kind: 'sandbox',
  field,
  form,
});
const container = (field: string, form: ObjectPlace['form'] = 'object'): ObjectPlace => ({
  kind: 'container',
  field,
  form,
});
const image = (field: string): ObjectPlace => ({ kind: 'image', field, form: 'object' });

/** Where each answer has its objects. Methods that are missing here return none, or only ids. */
const places: Partial<Readonly<Record<CriMethod, readonly ObjectPlace[]>>> = {
  ListPodSandbox: [sandbox('items')],
  StreamPodSandboxes: [sandbox('pod_sandboxes')],
  PodSandboxStatus: [sandbox('status'), container('containers_statuses')],
  ListContainers: [container('containers')],
  StreamContainers: [container('containers')],
  ContainerStatus: [container('status')],
  ContainerStats: [container('stats', 'stats')],
  ListContainerStats: [container('stats', 'stats')],
  StreamContainerStats: [container('container_stats', 'stats')],
  PodSandboxStats: [sandbox('stats', 'stats')],
  ListPodSandboxStats: [sandbox('stats', 'stats')],
  StreamPodSandboxStats: [sandbox('pod_sandbox_stats', 'stats')],
  ListPodSandboxMetrics: [sandbox('pod_metrics', 'metrics')],
  StreamPodSandboxMetrics: [sandbox('pod_sandbox_metrics', 'metrics')],
  ListImages: [image('images')],
  StreamImages: [image('images')],
  ImageStatus: [image('image')],
  GetContainerEvents: [sandbox('pod_sandbox_status'), container('containers_statuses')],
};

/** Where the statistics or metrics of a sandbox have those of its containers. */
export interface NestedPlace {
  /** The sandbox, or a list of them. */
  readonly field: string;
  /** From a sandbox to the list of its containers. */
  readonly path: readonly [string] | readonly [string, string];
  readonly place: ObjectPlace;
}

const inStats = (field: string): NestedPlace => ({
  field,
  path: ['linux', 'containers'],
  place: container('containers', 'stats'),
});
const inMetrics = (field: string): NestedPlace => ({
  field,
  path: ['container_metrics'],
  place: container('container_metrics', 'metrics'),
});

const nestedPlaces: Partial<Readonly<Record<CriMethod, NestedPlace>>> = {
  PodSandboxStats: inStats('stats'),
  ListPodSandboxStats: inStats('stats'),
  StreamPodSandboxStats: inStats('pod_sandbox_stats'),
  ListPodSandboxMetrics: inMetrics('pod_metrics'),
  StreamPodSandboxMetrics: inMetrics('pod_sandbox_metrics'),
};

export function nestedPlaceIn(rpc: CriMethod): NestedPlace | undefined {
  return nestedPlaces[rpc];
}

export function placesIn(rpc: CriMethod): readonly ObjectPlace[] {
  return places[rpc] ?? [];
}

/** An object in an answer, whatever its form. */
export interface ObjectDescription {
  readonly named: NamedObject & { readonly id: string };
  /** Of a container, if the answer has it. */
  readonly sandboxId: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly state: string;
  /** It has the fields that a kubelet reads without a nil check. */
  readonly isComplete: boolean;
}

export function describe({ kind, form }: ObjectPlace, item: Message): ObjectDescription {
  const part = form === 'stats' ? messageIn(item, 'attributes') : item;
  const labels = messageIn(part, 'labels') as Readonly<Record<string, string>>;
  const id = textIn(part, form === 'metrics' ? metricsId[kind] : 'id');
  const uid = textIn(messageIn(part, 'metadata'), 'uid') || (labels[podUidLabel] ?? '');
  const names = [...listIn(part, 'repo_tags'), ...listIn(part, 'repo_digests')];
  return {
    named: { kind, id, ...(uid !== '' && { uid }), ...(kind === 'image' && { names }) },
    sandboxId: textIn(part, 'pod_sandbox_id') || undefined,
    labels,
    state: form === 'object' ? stateOf(kind, part) : '',
    isComplete: form !== 'object' || isComplete(kind, part),
  };
}

/** The minimum to leave of somebody else's object where an answer must have one. */
export function bareObject(
  { form }: ObjectPlace,
  { named: { id, kind }, state }: ObjectDescription,
): Message {
  if (form === 'stats') return { attributes: { id } };
  return kind === 'image' ? { id } : { id, state };
}

/** Metrics name their object by its id alone. */
const metricsId = { sandbox: 'pod_sandbox_id', container: 'container_id', image: 'id' } as const;

const zero = { sandbox: 'SANDBOX_READY', container: 'CONTAINER_CREATED' } as const;

function stateOf(kind: NamedKind, item: Message): string {
  if (kind === 'image') return item['pinned'] === true ? 'pinned' : '';
  return textIn(item, 'state') || zero[kind];
}

function isComplete(kind: NamedKind, item: Message): boolean {
  const needed = { sandbox: ['id', 'metadata'], container: ['id', 'metadata', 'image'], image: ['id'] }[kind];
  return needed.every((field) => item[field] !== undefined);
}

export function messageIn(message: Message, field: string): Message {
  const value = message[field];
  return typeof value === 'object' && value !== null ? (value as Message) : {};
}

export function textIn(message: Message, field: string): string {
  const value = message[field];
  return typeof value === 'string' ? value : '';
}

function listIn(message: Message, field: string): readonly string[] {
  const value = message[field];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
