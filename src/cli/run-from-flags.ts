// SPDX-License-Identifier: Apache-2.0
import type { Config } from '#app/target/config.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { defaultRun, type RunOptions } from '#app/run/run-options.js';
import type { Selection } from '#app/run/select.js';
import type { Io } from '#app/shared/use-case.js';
import type { FlagValues } from './flag-values.js';
import { layered } from './layered.js';
import { outputOptions } from './output-from-flags.js';
import { configFor, targetOptions } from './target-from-flags.js';

/** Flags over config over defaults. */
export async function runOptions(ids: readonly string[], flags: FlagValues, io: Io): Promise<RunOptions> {
  const config = await configFor(flags, io);
  const { signal } = io;
  const base = { ...defaultRun, ...targetOptions(flags, config), ...outputOptions(flags, config, io) };
  return layered(
    base,
    {
      workers: config?.execution?.workers,
      maxEvidenceBytes: config?.execution?.maxEvidence,
      globalTimeoutMs: config?.timeouts?.global,
    },
    {
      selection: await selectionOf(ids, flags, { config, signal }),
      knownFailing: await knownFailingOf(flags, { config, signal }),
      workers: flags.workers,
      passWithNoTests: flags.passWithNoTests,
      failOn: flags.failOn,
      globalTimeoutMs: flags.globalTimeout,
      maxEvidenceBytes: flags.maxEvidence,
      runtimeLog: flags.runtimeLog,
    },
  );
}

/** What is read beside the flags, and when reading is over. */
interface Beside {
  readonly config: Config | undefined;
  readonly signal: AbortSignal;
}

export async function selectionOf(
  ids: readonly string[],
  { only, skip }: FlagValues,
  { config, signal }: Beside,
): Promise<Selection> {
  const { readIdList } = await import('#app/run/read-id-list.js');
  // As `--only "$IDS"` without a value: selecting everything is what nobody means by it.
  if (only?.length === 0) throw usageFailure('--only names no id', 'name one, or leave the flag out');
  const named = await Promise.all((only ?? []).map((text) => readIdList(text, signal)));
  return { ids, only: named.flat(), skip: skip ?? config?.select?.skip ?? [] };
}

export async function knownFailingOf(
  { knownFailing }: FlagValues,
  { config, signal }: Beside,
): Promise<RunOptions['knownFailing']> {
  const configured = config?.knownFailing ?? [];
  if (knownFailing === undefined) return configured;
  const { readYaml } = await import('#app/target/read-yaml.js');
  const { knownFailingFileSchema } = await import('#app/shared/known-failing-schema.js');
  return [...configured, ...(await readYaml(knownFailing, knownFailingFileSchema, signal))];
}
