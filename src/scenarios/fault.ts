// SPDX-License-Identifier: Apache-2.0
type Message = Readonly<Record<string, unknown>>;

/**
 * A fault between the kubelet and the runtime. It applies to the kubelet's calls only, never to the
 * scenario's own. The recording has what the runtime itself answered, and no call that never reached it; a
 * `fault` event says what the kubelet got instead, so that no contract judges what we made up.
 */
export interface CallFault {
  /** An RPC, or `*` for every one. */
  readonly rpc: string;
  /** Only calls whose request has this container name in its config, such as CreateContainer. */
  readonly container?: string;
  /** The first call it applies to, counted from the injection. Default: 1. */
  readonly from?: number;
  /** How many calls it applies to. Default: 1; `untilCleared`: all, until `clear-faults`. */
  readonly times?: number;
  readonly effect: Effect;
}

export type Effect =
  /** The call never reaches the runtime; the kubelet gets a refusal. */
  | { readonly kind: 'refuse'; readonly code: string; readonly message: string }
  /** The call never reaches the runtime; the kubelet gets an OK. */
  | { readonly kind: 'fake-ok'; readonly answer: Message }
  /** The call never reaches the runtime; the kubelet gets no answer. */
  | { readonly kind: 'hang' }
  /** The call reaches the runtime later by this much. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The runtime acts and answers as usual; the kubelet gets a changed answer. */
  | { readonly kind: 'rewrite'; readonly what: string; readonly instead: (answer: Message) => Message };

export const untilCleared: number = Number.MAX_SAFE_INTEGER;
