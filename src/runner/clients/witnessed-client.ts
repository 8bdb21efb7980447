// SPDX-License-Identifier: Apache-2.0
import { normalize } from 'node:path';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import type { Observation } from '#evidence/observation.js';
import { connectHere } from '#guard/connect-here.js';
import { spaceAt } from '#files/host-files.js';
import type { NodeFiles } from '#kubelet/context/node-files.js';

/** What a registry of ours serves under a reference. */
export interface ServedImage {
  readonly id: string;
  readonly digests: readonly string[];
  readonly tags: readonly string[];
  readonly bytes: number;
  readonly user: string;
}

type WithoutContext<O> = O extends unknown ? Omit<O, 'type' | 'scenario' | 'atMs'> : never;

export interface WitnessPorts {
  /** Undefined: the reference is not of our registry, or it has no such image. */
  readonly servedImage: (reference: string) => Promise<ServedImage | undefined>;
  /**
   * A pull of the reference begins. The answer is called when it has ended, with whether it was answered, and gives how
   * often our registry was asked for a manifest meanwhile; undefined: nobody knows.
   */
  readonly pullBegins: (reference: string) => (isAnswered: boolean) => number | undefined;
  readonly node: NodeFiles;
  /** A URL of somebody else's runtime is never opened: it may lead to any server of the node. */
  readonly mayConnect: boolean;
  /** A runtime that we start has all its files below it. */
  readonly runDirectory: string;
  readonly emit: (seen: WithoutContext<Observation>) => void;
}

/** More references in one scenario are not ours. */
const maxReferences = 100;

/**
 * Wraps the client of a scenario: where a request or an answer points at something outside of the socket, it
 * records what is there. The call itself is neither changed nor judged.
 */
export function witnessedClient(inner: CriClient, ports: WitnessPorts): CriClient {
  const seen = new Set<string>();
  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options?: CallOptions,
    ): Promise<Outcome<M>> {
      const reference = imageOf(request);
      if (reference !== undefined) await noteServed(ports, reference, seen);
      const ended = method === 'PullImage' ? noteAsked(ports, reference ?? '') : undefined;
      const outcome = await inner.call(method, request, options);
      ended?.(outcome);
      const look = looks[method];
      if (outcome.kind === 'ok') await look?.(ports, { request, response: outcome.response, seen });
      return outcome;
    },
    stream: (method, request, options) => inner.stream(method, request, options),
    close: () => {
      inner.close();
    },
  };
}

/** The image that a request names. */
function imageOf(request: unknown): string | undefined {
  const { image } = request as { readonly image?: { readonly image?: string } };
  return image?.image;
}

async function noteServed(ports: WitnessPorts, reference: string, seen: Set<string>): Promise<void> {
  if (seen.has(reference) || seen.size >= maxReferences) return;
  seen.add(reference);
  const served = await ports.servedImage(reference);
  if (served !== undefined)
    ports.emit({ of: 'registry-image', name: reference, facts: { reference, ...served } });
}

/** A pull begins; the answer is called with its outcome. */
function noteAsked({ pullBegins, emit }: WitnessPorts, reference: string): (outcome: Outcome) => void {
  const ended = pullBegins(reference);
  return ({ kind }) => {
    const manifests = ended(kind !== 'unanswered');
    if (manifests !== undefined)
      emit({ of: 'registry-requests', name: reference, facts: { reference, manifests } });
  };
}

interface Answer<M extends UnaryMethod> {
  readonly request: RequestOf<M>;
  readonly response: ResponseOf<M>;
  readonly seen: Set<string>;
}

type Look<M extends UnaryMethod> = (ports: WitnessPorts, answer: Answer<M>) => Promise<void>;

const notOurs = { result: 'not-tried', reason: 'criprobe did not start this runtime' } as const;

const atUrl =
  (name: string) =>
  async (
    { emit, mayConnect }: WitnessPorts,
    { response }: { readonly response: { readonly url?: string | undefined } },
  ) => {
    const { url = '' } = response;
    emit({ of: 'connection', name, facts: { url, ...(mayConnect ? await connectHere(url) : notOurs) } });
  };

const looks: { readonly [M in UnaryMethod]?: Look<M> } = {
  Exec: atUrl('Exec'),
  Attach: atUrl('Attach'),
  PortForward: atUrl('PortForward'),
  CheckpointContainer: async ({ node, emit }, { request: { location: path = '' } }) => {
    const found = await node.look(path);
    const facts = {
      path,
      exists: found !== undefined,
      bytes: found?.size ?? 0,
      ...(found && { kind: found.kind }),
    };
    emit({ of: 'file', name: 'CheckpointContainer', facts });
  },
  ImageFsInfo: async (ports, { response, seen }) => {
    const all = [...(response.image_filesystems ?? []), ...(response.container_filesystems ?? [])];
    for (const { fs_id: id } of all.slice(0, maxReferences))
      await noteSpace(ports, id?.mountpoint ?? '', seen);
  },
};

async function noteSpace(
  { emit, runDirectory }: WitnessPorts,
  mountpoint: string,
  seen: Set<string>,
): Promise<void> {
  if (mountpoint === '' || seen.has(`at ${mountpoint}`)) return;
  seen.add(`at ${mountpoint}`);
  const space = isBelow(mountpoint, runDirectory) ? await spaceAt(mountpoint) : undefined;
  const facts = { mountpoint, exists: space !== undefined, capacityBytes: space?.capacityBytes ?? 0 };
  emit({ of: 'filesystem', name: mountpoint, facts });
}

/** Elsewhere nothing is touched on the word of a runtime: a look at a dead mount would not return. */
function isBelow(path: string, directory: string): boolean {
  return normalize(path) === path && path.startsWith(`${directory}/`);
}
