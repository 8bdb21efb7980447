// SPDX-License-Identifier: Apache-2.0
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import type { LyingAfter } from '../lying-daemon.js';
import { lyingAbout } from '../lying-runtime.js';

/** A runtime that was restarted, and what is wrong with it since. */
export interface RestartLie {
  readonly name: string;
  readonly tell: (lying: LyingAfter) => CriHandlers;
  readonly scenario: ScenarioId;
  /** Every contract it breaks, the one it is named after first. */
  readonly breaks: readonly ContractId[];
  readonly expected: RegExp;
  readonly actual: RegExp;
  /** Why its scenario ends there, if it does: what would follow is undecided for that reason. */
  readonly stuck?: RegExp;
}

/** One method that is honest until the daemon is back. `change` returns undefined for the truth. */
export function afterwards<M extends UnaryMethod>(
  rpc: M,
  change: (
    answer: ResponseOf<M>,
    request: RequestOf<M>,
  ) => ResponseOf<M> | undefined | Promise<ResponseOf<M> | undefined>,
): (lying: LyingAfter) => CriHandlers {
  return ({ truth, tell, returns }) =>
    lyingAbout(rpc, async (request, honest) =>
      returns() === 0 ? undefined : change(await honest(), request),
    )(truth, tell);
}
