// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerStatus, PodSandboxStatus } from '#cri/proto/generated/messages.js';
import type { CriMethod, RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { ServedCall, CriHandlers } from '#cri/server/handlers.js';
import type { StatusName } from '#cri/status-name.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout, type Truth } from '../lying-runtime.js';

/** What a runtime does instead of what it should. */
export type TellBulk = (lying: LyingAfter) => CriHandlers;

/**
 * A lie of a collection that somebody else made. It is told in every view in which a runtime with that bug would
 * tell it; declared.ts says which contracts find it.
 */
export interface BulkLie {
  readonly id: string;
  readonly says: string;
  readonly tell: TellBulk;
  /** All that are needed for somebody to notice, and no more. */
  readonly scenarios: readonly ScenarioId[];
  /** Its scenarios stop the daemon. */
  readonly daemon?: boolean;
}

export function bulkLie(
  [id, says]: readonly [id: string, says: string],
  tell: TellBulk,
  ...scenarios: readonly ScenarioId[]
): BulkLie {
  return { id, says, tell, scenarios };
}

/** A call that no client made. */
export const byNobody: ServedCall = { signal: new AbortController().signal, apiVersion: 'v1' };

/** The answer, changed; `change` returns undefined for the truth. */
export function answers<M extends UnaryMethod>(
  rpc: M,
  change: (
    answer: ResponseOf<M>,
    request: RequestOf<M>,
  ) => ResponseOf<M> | undefined | Promise<ResponseOf<M> | undefined>,
): TellBulk {
  return ({ truth, tell }) =>
    lyingAbout(rpc, async (request, honest) => change(await honest(), request))(truth, tell);
}

/** Does something else than it was asked for; `change` returns undefined for the same. */
export function obeys<M extends UnaryMethod>(
  rpc: M,
  change: (request: RequestOf<M>) => RequestOf<M> | undefined,
): TellBulk {
  return ({ truth, tell }) =>
    lyingAbout(rpc, (request, honest) => {
      const other = change(request);
      return other === undefined ? undefined : honest(other);
    })(truth, tell);
}

export function refuses(rpc: CriMethod, code: StatusName, message = 'not now'): TellBulk {
  return ({ tell }) => ({
    [rpc]: (request: object) => {
      tell({ rpc, request });
      throw new CriRefusal(code, message);
    },
  });
}

/** All of them at once: each one is told what those before it make of the truth. */
export function together(...tells: readonly TellBulk[]): TellBulk {
  return (lying) =>
    tells.reduce<CriHandlers>((told, tell) => {
      const truth: Truth = { ...lying.truth, ...told };
      return { ...told, ...tell({ ...lying, truth }) };
    }, {});
}

/** A value per key, made when it is first asked for. */
export function perKey<V>(make: (key: string) => V): (key: string | undefined) => V {
  const known = new Map<string, V>();
  return (key = '') => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

/** What a runtime knows of a container, without saying that anybody asked; undefined: nothing. */
export async function containerIn(
  truth: Truth,
  id: string | undefined,
): Promise<ContainerStatus | undefined> {
  return truth.ContainerStatus({ container_id: id }, byNobody).then(
    ({ status }) => status,
    () => undefined,
  );
}

export async function sandboxIn(truth: Truth, id: string | undefined): Promise<PodSandboxStatus | undefined> {
  return truth.PodSandboxStatus({ pod_sandbox_id: id }, byNobody).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** The object without these fields. */
export function omit<T extends object, K extends keyof T>(object: T, ...keys: readonly K[]): Omit<T, K> {
  const gone: readonly PropertyKey[] = keys;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !gone.includes(key))) as Omit<T, K>;
}

/** When the daemon came back, in nanoseconds since 1970, as far as the lie noticed; undefined: not yet. */
export function returnTime(lying: LyingAfter): () => bigint | undefined {
  let at: bigint | undefined;
  return () => (lying.returns() === 0 ? undefined : (at ??= BigInt(Date.now()) * 1_000_000n));
}

export const nowNs = (): string => String(BigInt(Date.now()) * 1_000_000n);
