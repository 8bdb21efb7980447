// SPDX-License-Identifier: Apache-2.0
import type { HeardCall } from '../heard-call.js';

export interface OfWhom {
  /** Texts of this run, and what the recordings write instead. */
  readonly names: readonly (readonly [string, string])[];
  /** Values of env are strings, as in v1alpha2; otherwise base64. */
  readonly envIsText: boolean;
}

/** A call in a form that two runs can share. */
export interface CanonicalCall {
  readonly rpc: string;
  /** `<container:app:0>`, `<sandbox:0>`, or an image. */
  readonly about: string;
  readonly request: unknown;
  readonly deadlineMs: number | null;
  readonly beganMs: number;
  readonly endedMs: number;
  /** No answer, or a refusal. */
  readonly failed: boolean;
}

/** Replaces ids, uid, directories, addresses and image ids by names, and generated values by placeholders. */
export function canonical(calls: readonly HeardCall[], whom: OfWhom): readonly CanonicalCall[] {
  const names = [...whom.names, ...idsIn(calls), ...imagesIn(calls)];
  const addresses = addressesIn(calls);
  return calls.map((call) => {
    const decoded = JSON.stringify(call.request, decoding(whom.envIsText));
    const request = JSON.parse(named(decoded, names, addresses)) as unknown;
    const { rpc, deadlineMs, beganMs, endedMs } = call;
    const about = named(JSON.stringify(aboutOf(call)), names, addresses).slice(1, -1);
    return { rpc, about, request, deadlineMs, beganMs, endedMs, failed: call.response === undefined };
  });
}

function named(
  json: string,
  names: readonly (readonly [string, string])[],
  addresses: readonly string[],
): string {
  let text = json;
  for (const [from, to] of names) text = text.replaceAll(from, to);
  for (const address of addresses)
    text = text.replace(new RegExp(`(?<![\\w.])${address.replace(/[.:]/g, '\\$&')}(?![\\w.])`, 'g'), '<ip>');
  return text
    .replace(/("kubernetes.io\/config.seen":)"[^"]*"/g, '$1"<time>"')
    .replace(/(\/containers\/[^/"]+\/)[0-9a-f]{8}"/g, '$1<random>"');
}

/** A replacer for JSON.stringify: decodes what the program will see. */
function decoding(envIsText: boolean): (key: string, value: unknown) => unknown {
  return (key, value) => {
    if (key !== 'envs' || !Array.isArray(value) || envIsText) return value;
    return value.map(({ value: bytes = '', ...rest }: { value?: string }) => {
      const text = Buffer.from(bytes, 'base64').toString();
      return text === '' ? rest : { ...rest, value: text };
    });
  };
}

interface RequestNames {
  readonly config?: { readonly metadata?: { readonly name?: string; readonly attempt?: number } };
  readonly container_id?: string;
  readonly pod_sandbox_id?: string;
  readonly image?: { readonly image?: string };
}

function aboutOf(call: HeardCall): string {
  const { container_id: container, pod_sandbox_id: sandbox, image } = call.request as RequestNames;
  return madeBy(call) ?? container ?? sandbox ?? image?.image ?? '';
}

/** What the call created, or would have created. */
function madeBy({ rpc, request, response = {} }: HeardCall): string | undefined {
  if (rpc === 'CreateContainer')
    return (response as RequestNames).container_id ?? nameOf(request as RequestNames, 'container');
  if (rpc === 'RunPodSandbox')
    return (response as RequestNames).pod_sandbox_id ?? nameOf(request as RequestNames, 'sandbox');
  return undefined;
}

function nameOf({ config }: RequestNames, kind: 'container' | 'sandbox'): string {
  const { name = '', attempt = 0 } = config?.metadata ?? {};
  return kind === 'container' ? `<container:${name}:${attempt}>` : `<sandbox:${attempt}>`;
}

function idsIn(calls: readonly HeardCall[]): readonly (readonly [string, string])[] {
  return calls.flatMap(({ rpc, request, response }): [string, string][] => {
    const { container_id: container, pod_sandbox_id: sandbox } = (response ?? {}) as RequestNames;
    if (rpc === 'CreateContainer' && container !== undefined)
      return [[container, nameOf(request as RequestNames, 'container')]];
    if (rpc === 'RunPodSandbox' && sandbox !== undefined)
      return [[sandbox, nameOf(request as RequestNames, 'sandbox')]];
    return [];
  });
}

/** Image ids are up to the runtime: an image gets the name it was first looked up by. */
function imagesIn(calls: readonly HeardCall[]): readonly (readonly [string, string])[] {
  const known = new Map<string, string>();
  for (const call of calls) {
    const asked = (call.request as RequestNames).image?.image ?? '';
    const id = imageIdIn(call);
    if (id !== undefined && id !== asked && !known.has(id)) known.set(id, `<image:${asked}>`);
  }
  return [...known];
}

function imageIdIn({ rpc, response = {} }: HeardCall): string | undefined {
  const { image, image_ref: ref } = response as {
    readonly image?: { readonly id?: string };
    readonly image_ref?: string;
  };
  if (rpc === 'ImageStatus') return image?.id;
  return rpc === 'PullImage' ? ref : undefined;
}

/** Of the pod's sandboxes. */
function addressesIn(calls: readonly HeardCall[]): readonly string[] {
  const found = calls.flatMap(({ rpc, response }) => {
    if (rpc !== 'PodSandboxStatus') return [];
    const { status } = (response ?? {}) as { status?: { network?: { ip?: string } } };
    const ip = status?.network?.ip ?? '';
    return ip === '' ? [] : [ip];
  });
  return [...new Set(found)];
}
