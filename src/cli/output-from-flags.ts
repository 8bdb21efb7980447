// SPDX-License-Identifier: Apache-2.0
import type { Config } from '#app/target/config.js';
import { defaultOutput, type OutputOptions } from '#app/shared/output-options.js';
import { reportFormats } from '#app/shared/report-formats.js';
import type { Io } from '#app/shared/use-case.js';
import { configuredValues, optionsFrom, type FlagValues, type ReadFlags } from './flag.js';
import { layered } from './layered.js';
import { fileFlags, liveFlags, shownFlags } from './shared-flags.js';

const optionFlags = [...fileFlags, ...shownFlags, ...liveFlags] as const;

export type OutputValues = FlagValues<typeof fileFlags> &
  FlagValues<typeof shownFlags> &
  FlagValues<typeof liveFlags>;

export function outputOptions(values: OutputValues, config: Config | undefined, { env }: Io): OutputOptions {
  return layered(
    defaultOutput,
    { output: orNone(env.ARTIFACTS) },
    optionsFrom(optionFlags, configuredValues(optionFlags, config?.settings)),
    { output: orNone(env.CRIPROBE_OUTPUT) },
    optionsFrom(optionFlags, values),
    { copies: copiesIn(values) },
  );
}

/** The values of flags that are generated from the list of formats. */
function copiesIn(values: ReadFlags): OutputOptions['copies'] {
  const copies = reportFormats.map(({ name }) => [name, values[name]] as const);
  return Object.fromEntries(copies.filter((copy): copy is [string, string] => typeof copy[1] === 'string'));
}

function orNone(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
