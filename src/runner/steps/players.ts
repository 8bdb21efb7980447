// SPDX-License-Identifier: Apache-2.0
import type { ScenarioContext } from '../scenario-context.js';

/** How to play each of these steps. */
export type Players<S extends { readonly do: string }> = {
  readonly [D in S['do']]: (ctx: ScenarioContext, step: Extract<S, { do: D }>) => Promise<void>;
};
