// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import type { AnsweredCall, RecordedCall, RefusedCall } from '../call.js';
import { isAnswered, isRefused } from '../call.js';

/** Calls by RPC and by object, in the order they began. */
export class CallIndex {
  readonly #byRpc = new Map<CriMethod, RecordedCall[]>();
  readonly #byTarget = new Map<string, RecordedCall[]>();

  constructor(calls: readonly RecordedCall[]) {
    for (const call of calls) {
      push(this.#byRpc, call.rpc, call);
      push(this.#byTarget, `${call.rpc} ${targetId(call)}`, call);
    }
  }

  of<M extends CriMethod>(rpc: M): readonly RecordedCall<M>[] {
    return (this.#byRpc.get(rpc) ?? []) as unknown as readonly RecordedCall<M>[];
  }

  answered<M extends CriMethod>(rpc: M): readonly AnsweredCall<M>[] {
    return this.of(rpc).filter((call): call is AnsweredCall<M> => isAnswered(call));
  }

  refused<M extends CriMethod>(rpc: M): readonly RefusedCall<M>[] {
    return this.of(rpc).filter((call): call is RefusedCall<M> => isRefused(call));
  }

  /** Calls on this container or sandbox. */
  on<M extends CriMethod>(rpc: M, id: string): readonly RecordedCall<M>[] {
    return (this.#byTarget.get(`${rpc} ${id}`) ?? []) as unknown as readonly RecordedCall<M>[];
  }
}

/** The container or sandbox of a request; empty if it names none. */
function targetId(call: RecordedCall): string {
  const { container_id: container, pod_sandbox_id: sandbox } = call.request as {
    readonly container_id?: string;
    readonly pod_sandbox_id?: string;
  };
  return container ?? sandbox ?? '';
}

function push<K>(map: Map<K, RecordedCall[]>, key: K, call: RecordedCall): void {
  const calls = map.get(key);
  if (calls === undefined) map.set(key, [call]);
  else calls.push(call);
}
