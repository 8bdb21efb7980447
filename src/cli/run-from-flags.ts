// SPDX-License-Identifier: Apache-2.0
import type { Config } from '#app/target/config.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { defaultRun, type RunOptions } from '#app/run/run-options.js';
import type { Selection } from '#app/run/select.js';
import type { Io } from '#app/shared/use-case.js';
import { configuredValues, optionsFrom, type FlagValues } from './flag.js';
import { layered } from './layered.js';
import { outputOptions, type OutputValues } from './output-from-flags.js';
import { runFlags, selectionFlags, verdictFlags } from './shared-flags.js';
import { configFor, targetOptions, type TargetValues } from './target-from-flags.js';

const optionFlags = [...runFlags, ...verdictFlags] as const;

type RunValues = FlagValues<typeof runFlags> &
  FlagValues<typeof verdictFlags> &
  SelectionValues &
  TargetValues &
  OutputValues;
type SelectionValues = FlagValues<typeof selectionFlags>;

/** Flags win over the config file, which wins over the defaults. */
export async function runOptions(ids: readonly string[], values: RunValues, io: Io): Promise<RunOptions> {
  const config = await configFor(values, io);
  const { signal } = io;
  return layered(
    { ...defaultRun, ...targetOptions(values, config), ...outputOptions(values, config, io) },
    optionsFrom(optionFlags, configuredValues(optionFlags, config?.settings)),
    optionsFrom(optionFlags, values),
    {
      selection: await selectionOf(ids, values, { config, signal }),
      knownFailing: await knownFailingOf(values, { config, signal }),
    },
  );
}

/** Files to read besides the flags, and the signal that ends reading. */
interface SelectionSources {
  readonly config: Config | undefined;
  readonly signal: AbortSignal;
}

export async function selectionOf(
  ids: readonly string[],
  values: SelectionValues,
  { config, signal }: SelectionSources,
): Promise<Selection> {
  const { only = [], skip = [] } = { ...configuredValues(selectionFlags, config?.settings), ...values };
  const { readIdList } = await import('#app/run/read-id-list.js');
  // For example `--only "$IDS"` with an empty variable: it must not select everything.
  if (values.only?.length === 0) throw usageFailure('--only is empty', 'name one, or leave the flag out');
  const named = await Promise.all(only.map((text) => readIdList(text, signal)));
  return { ids, only: named.flat(), skip };
}

export async function knownFailingOf(
  { knownFailing }: FlagValues<typeof verdictFlags>,
  { config, signal }: SelectionSources,
): Promise<RunOptions['knownFailing']> {
  const configured = config?.knownFailing ?? [];
  if (knownFailing === undefined) return configured;
  const { readKnownFailing } = await import('#app/run/known.js');
  return [...configured, ...(await readKnownFailing(knownFailing, signal))];
}
