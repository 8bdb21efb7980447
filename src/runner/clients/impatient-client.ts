// SPDX-License-Identifier: Apache-2.0
import type { CallOptions, CriClient } from '#cri/client/client.js';
import { quickReads } from '#evidence/quick-reads.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { answerTo, type Patience } from '../patience.js';

interface Impatience {
  readonly patience: Patience;
  /**
   * Whether the first call in vain already ends early. A kubelet waits for it until its own deadline: what it
   * makes of a late answer must not depend on us.
   */
  readonly fromTheFirst: boolean;
}

/** For the kubelet, and for calls by hand. */
export function impatientClients(
  inner: CriClient,
  patience: Patience,
): readonly [forKubelet: CriClient, byHand: CriClient] {
  return [
    impatientClient(inner, { patience, fromTheFirst: false }),
    impatientClient(inner, { patience, fromTheFirst: true }),
  ];
}

/** Nobody knows how long they may take: a pull, and a command. */
const slowMs: Partial<Readonly<Record<UnaryMethod, number>>> = { PullImage: 60_000, ExecSync: 60_000 };

const quick: ReadonlySet<UnaryMethod> = new Set(quickReads);

/**
 * A client whose calls get shorter deadlines once a runtime has left some of their kind unanswered, so that a
 * run on a runtime that hangs is over soon.
 */
function impatientClient(inner: CriClient, { patience, fromTheFirst }: Impatience): CriClient {
  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options: CallOptions = {},
    ): Promise<Outcome<M>> {
      const kind = answerTo(method);
      const isLimited = fromTheFirst || patience.isInVain(kind);
      const extraMs = ownMs(request) + (patience.isInVain(kind) ? 0 : (slowMs[method] ?? 0));
      const wantedMs = options.deadlineMs ?? Number.POSITIVE_INFINITY;
      const deadlineMs = isLimited ? Math.min(wantedMs, patience.msFor(kind) + extraMs) : wantedMs;
      const grant = patience.begin(kind, extraMs);
      try {
        const outcome = await inner.call(method, request, {
          ...options,
          deadlineMs: Number.isFinite(deadlineMs) ? deadlineMs : null,
        });
        if (outcome.kind === 'ok' && quick.has(method)) patience.noteRead(grant.waitedMs());
        grant.end(outcome.kind !== 'unanswered');
        return outcome;
      } finally {
        grant.end(false);
      }
    },
    stream: (method, request, options) => inner.stream(method, request, options),
    close: () => {
      inner.close();
    },
  };
}

/** What the request itself allows: a grace period, or the time of a command. */
function ownMs(request: object): number {
  const { timeout } = request as { readonly timeout?: unknown };
  const seconds = Number(timeout ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
