// SPDX-License-Identifier: Apache-2.0
type Message = Readonly<Record<string, unknown>>;

/**
 * Something between the kubelet and the runtime goes wrong. It strikes calls of the kubelet only, never those made by
 * hand. What the runtime itself answers is written down as it is, a call that never reaches it is not written down as
 * a call, and a `fault` event tells what the kubelet got instead: nobody is judged for what we made up.
 */
export interface CallFault {
  /** An RPC, or `*` for every one. */
  readonly rpc: string;
  /** Only calls whose request has this container name in its config, as CreateContainer does. */
  readonly container?: string;
  /** The first call struck, counted from when the fault came to be. Default: 1. */
  readonly from?: number;
  /** How many calls it strikes. Default: 1; more than there will ever be: until `heal`. */
  readonly times?: number;
  readonly effect: Effect;
}

export type Effect =
  /** The call never reaches the runtime; the kubelet is told so. */
  | { readonly kind: 'refuse'; readonly code: string; readonly message: string }
  /** The call never reaches the runtime; the kubelet is told that all went well. */
  | { readonly kind: 'fake-ok'; readonly answer: Message }
  /** The call never reaches the runtime, and the kubelet never hears of it. */
  | { readonly kind: 'hang' }
  /** The call reaches the runtime so much later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The runtime does and answers what it does; the kubelet is shown something else. */
  | { readonly kind: 'rewrite'; readonly what: string; readonly instead: (answer: Message) => Message };

export const untilCleared: number = Number.MAX_SAFE_INTEGER;
