// SPDX-License-Identifier: Apache-2.0
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { RuntimeCall } from '#kubelet/context/runtime-calls.js';

/** What a runtime answers: a message, a refusal by its code, or nothing until the kubelet gives up. */
type ScriptedAnswer<M extends UnaryMethod> = ResponseOf<M> | { readonly refused: string } | 'hangs';

export type Script = { readonly [M in UnaryMethod]?: (request: RequestOf<M>) => ScriptedAnswer<M> };

export interface ScriptedCalls {
  readonly call: RuntimeCall;
  /** The RPC, and the id or the filter that it names. */
  readonly made: string[];
}

/** Answers as written; what is not written is refused as UNIMPLEMENTED. */
export function scriptedCalls(
  script: Script,
  signal: AbortSignal = new AbortController().signal,
): ScriptedCalls {
  const made: string[] = [];
  const call = (async (method: UnaryMethod, request: object) => {
    made.push(`${method} ${shown(request)}`.trim());
    await Promise.resolve();
    const answer = script[method] as ((request: object) => object | 'hangs') | undefined;
    const said = answer?.(request) ?? { refused: 'UNIMPLEMENTED' };
    if (said === 'hangs') return given(signal);
    if ('refused' in said) return { ok: false, code: said.refused, message: `${method} refused` };
    return { ok: true, response: said };
  }) as RuntimeCall;
  return { call, made };
}

function given(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const giveUp = (): void => {
      resolve({ ok: false, code: 'cancelled', message: 'given up' });
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function shown(request: object): string {
  const {
    container_id: container,
    pod_sandbox_id: sandbox,
    filter,
    timeout,
  } = request as Record<string, unknown>;
  const words = [container ?? sandbox, timeout].filter((word) => word !== undefined).map(String);
  if (filter !== undefined) words.push(JSON.stringify(filter));
  return words.join(' ');
}
