// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { RefusedCall, type ForgedCall, type Forger, type Message } from './answer.js';
import type { ForeignIds, Kind } from './foreign-ids.js';
import { dressedStatus, hiddenAtFirst } from './forge-lists.js';
import { answerWith, asMessage, asText, decoded, rewriting } from './rewriting.js';
import { dressed, type SeenObjects } from './seen.js';
import { compose } from './answer.js';

export type Rename = (kind: Kind, id: string) => string;

const named: Readonly<Record<string, Kind>> = {
  pod_sandbox_id: 'sandbox',
  container_id: 'container',
  image_id: 'image',
  image_ref: 'image',
};

/** The kind of object whose field `id` it is, by the field that holds the message. */
const holders: Readonly<Record<string, Kind>> = {
  items: 'sandbox',
  pod_sandboxes: 'sandbox',
  pod_sandbox_status: 'sandbox',
  pod_sandbox_stats: 'sandbox',
  containers: 'container',
  containers_statuses: 'container',
  container_stats: 'container',
  images: 'image',
};

/** The kind of `status`, `stats` and `image` at the top of an answer. */
function topKind(method: CriMethod): Kind {
  if (method.includes('Image')) return 'image';
  return method.includes('PodSandbox') ? 'sandbox' : 'container';
}

/** Replaces every id in a message. */
export function withIds(message: Message, method: CriMethod, rename: Rename): Message {
  const walk = (value: unknown, key: string, kind: Kind): unknown => {
    if (typeof value === 'string') {
      const is = key === 'id' ? kind : named[key];
      return is === undefined || value === '' ? value : rename(is, value);
    }
    if (Array.isArray(value)) return value.map((item) => walk(item, key, kind));
    if (typeof value !== 'object' || value === null) return value;
    const inside = holders[key] ?? kind;
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, walk(held, name, inside)]));
  };
  return asMessage(walk(message, '', topKind(method)));
}

const idFields: readonly CriMethod[] = [
  'Version',
  'Status',
  'RuntimeConfig',
  'ExecSync',
  'ListMetricDescriptors',
  'ImageFsInfo',
];
const hasNoIds = (method: CriMethod): boolean => idFields.includes(method);

/** Every id in every answer is that of a foreign object of the same kind. */
export function foreignIdsEverywhere(foreign: ForeignIds): Forger {
  return rewriting('all', (message, { method }) =>
    hasNoIds(method) ? message : withIds(message, method, (kind, id) => foreign.for(kind, id)),
  );
}

export interface CreationOptions {
  readonly foreign: ForeignIds;
  readonly seen: SeenObjects;
  /** Their status claims that they are the suite's. */
  readonly status: boolean;
  /** How many lists of each kind omit them. */
  readonly hidden: number;
}

const created: Readonly<Partial<Record<CriMethod, readonly [field: string, kind: Kind]>>> = {
  RunPodSandbox: ['pod_sandbox_id', 'sandbox'],
  CreateContainer: ['container_id', 'container'],
  PullImage: ['image_ref', 'image'],
};

/** New objects get the id of a foreign one. */
export function foreignIdsForCreations({ foreign, seen, status, hidden }: CreationOptions): Forger {
  const creations: Forger = {
    unary: async (call, ask) => {
      const answer = await ask();
      if (answer instanceof RefusedCall) return answer;
      const [field, kind] = created[call.method] ?? [];
      if (field !== undefined && kind !== undefined) {
        const id = foreignAt(call, foreign, kind);
        seen.note(id, call);
        return answerWith(call, { [field]: id });
      }
      return status && isStatus(call) ? dressedStatus(call, answer, { foreign, seen }) : answer;
    },
  };
  return hidden === 0 ? creations : compose(creations, hiddenAtFirst({ foreign, times: hidden }));
}

/** New objects get a prefix of a foreign id, which the runtime accepts for the whole one. */
export function shortenedIdsForCreations({
  foreign,
  seen,
}: Pick<CreationOptions, 'foreign' | 'seen'>): Forger {
  const meant = new Map<string, string>();
  const expanded = (request: Message): Message => {
    const fields = ['pod_sandbox_id', 'container_id'].flatMap((field) => {
      const whole = meant.get(asText(request[field]));
      return whole === undefined ? [] : [[field, whole] as const];
    });
    return fields.length === 0 ? request : { ...request, ...Object.fromEntries(fields) };
  };
  return {
    unary: async (call, ask) => {
      const answer = await ask(expanded(call.request));
      if (answer instanceof RefusedCall) return answer;
      const [field, kind] = created[call.method] ?? [];
      if (field !== undefined && kind !== undefined && kind !== 'image') {
        const whole = foreignAt(call, foreign, kind);
        const short = whole.slice(0, 13);
        meant.set(short, whole);
        seen.note(short, call);
        return answerWith(call, { [field]: short });
      }
      const asked = asText(call.request['pod_sandbox_id']) || asText(call.request['container_id']);
      if (!isStatus(call) || !meant.has(asked)) return answer;
      const message = decoded(call, answer.bytes);
      const as = seen.configOf(asked, topKind(call.method) === 'sandbox' ? 'sandbox' : 'container');
      return answerWith(call, {
        ...message,
        status: { ...dressed(asMessage(message['status']), as), id: asked },
      });
    },
  };
}

function isStatus({ method }: ForgedCall): boolean {
  return method === 'PodSandboxStatus' || method === 'ContainerStatus';
}

function foreignAt({ nthOfMethod }: ForgedCall, foreign: ForeignIds, kind: Kind): string {
  const ids = foreign.of(kind);
  return ids[nthOfMethod % ids.length] ?? '';
}

/** Ids that do harm as part of a path, an argument, a line or a pattern. */
export function evilIds(path: (nth: number) => string): readonly ((nth: number) => string)[] {
  return [
    path,
    (nth) => `\u0000${nth}`,
    (nth) => `${nth}\n::error::forged\r\n`,
    (nth) => `${'x'.repeat(4096)}${nth}`,
    (nth) => `-rf${'f'.repeat(nth)}`,
    (nth) => `\u202e\u0007\u001b[2J💣é\ufeff${nth}`,
    (nth) => `${nth}/`,
    (nth) => `$(touch ${nth});\`id\`'"*?[]{}`,
    (nth) => ['.', '..', '__proto__', 'constructor'][nth % 4] ?? '.',
  ];
}

/** A correct runtime except for its ids: it reports these, and understands them. */
export function renamedIds(ids: readonly ((nth: number) => string)[]): Forger {
  const told = new Map<string, string>();
  const meant = new Map<string, string>();
  const tell: Rename = (kind, id) => {
    if (kind === 'image') return id;
    const known = told.get(id);
    if (known !== undefined) return known;
    const nth = told.size;
    const evil = ids[nth % ids.length]?.(nth) ?? id;
    told.set(id, evil);
    meant.set(evil, id);
    return evil;
  };
  const back = (call: ForgedCall): Message =>
    withIds(call.request, call.method, (kind, id) => (kind === 'image' ? id : (meant.get(id) ?? id)));
  const asked = (forward: ForgedCall): Message =>
    hasNoIds(forward.method) && forward.method !== 'ExecSync' ? forward.request : back(forward);
  const forged = rewriting('all', (message, { method }) =>
    hasNoIds(method) ? message : withIds(message, method, tell),
  );
  return compose(forged, {
    unary: (call, ask) => ask(asked(call)),
    stream: (call, subscribe) => subscribe(asked(call)),
  });
}

/** Every id is empty. */
export function noIds(): Forger {
  return rewriting(
    ['RunPodSandbox', 'CreateContainer', 'PullImage', 'ListPodSandbox', 'ListContainers'],
    (message, { method }) => withIds(message, method, () => ''),
  );
}
