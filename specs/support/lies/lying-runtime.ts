// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers, ServedCall, UnaryHandler } from '#cri/server/handlers.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import { serveCri } from '#cri/server/server.js';
import { createReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { foreignImage, makeForeignPods } from './foreign-pods.js';

export type Truth = Required<CriHandlers>;

/** A false answer. */
export interface LiedCall {
  readonly rpc: string;
  readonly request: unknown;
}

export type Tell = (told: LiedCall) => void;

/**
 * The false answer; undefined: the truth. `honest` may be called for the true one, once, also with another
 * request.
 */
export type Falsify<M extends UnaryMethod> = (
  request: RequestOf<M>,
  honest: (asked?: RequestOf<M>) => Promise<ResponseOf<M>>,
) => ResponseOf<M> | undefined | Promise<ResponseOf<M> | undefined>;

/** A method that lies, and records when it did. */
export function lyingAbout<M extends UnaryMethod>(
  rpc: M,
  falsify: Falsify<M>,
): (truth: Truth, tell: Tell) => CriHandlers {
  return (truth, tell) => {
    const handler = truth[rpc] as unknown as UnaryHandler<M>;
    const lying = async (request: RequestOf<M>, call: ServedCall): Promise<ResponseOf<M>> => {
      let known: Promise<ResponseOf<M>> | undefined;
      const honest = (asked = request): Promise<ResponseOf<M>> => (known ??= handler(asked, call));
      try {
        const answer = await falsify(request, honest);
        if (answer === undefined) return await honest();
        tell({ rpc, request });
        return answer;
      } catch (refusal) {
        if (!(await isTruth(known, refusal))) tell({ rpc, request });
        throw refusal;
      }
    };
    return { [rpc]: lying };
  };
}

/** The runtime itself refuses it. */
async function isTruth(known: Promise<unknown> | undefined, refusal: unknown): Promise<boolean> {
  return (known ?? Promise.resolve()).then(
    () => false,
    (reason: unknown) => reason === refusal,
  );
}

export interface LyingRuntime {
  readonly told: readonly LiedCall[];
  readonly close: () => Promise<void>;
}

/**
 * The reference runtime on a socket, with some answers replaced; `beside`: with other people's pods on it.
 */
export async function serveLies(
  listen: string,
  lie: (truth: Truth, tell: Tell) => CriHandlers,
  { beside = false }: { readonly beside?: boolean } = {},
): Promise<LyingRuntime> {
  const runtime = createReferenceRuntime({
    allowAnyImage: [foreignImage],
    runtimeHandlers: ['reference'],
  });
  if (beside) await makeForeignPods(runtime.handlers);
  const told: LiedCall[] = [];
  const handlers = { ...runtime.handlers, ...lie(runtime.handlers, (answer) => told.push(answer)) };
  const server = await serveCri({ listen, handlers });
  return {
    told,
    async close() {
      await runtime.close();
      await server.close();
    },
  };
}
