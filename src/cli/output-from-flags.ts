// SPDX-License-Identifier: Apache-2.0
import type { Config } from '#app/target/config.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { defaultOutput, reporters, type OutputOptions, type Reporter } from '#app/shared/output-options.js';
import type { Io } from '#app/shared/use-case.js';
import type { FlagValues } from './flag-values.js';
import { layered } from './layered.js';

export function outputOptions(flags: FlagValues, config: Config | undefined, { env }: Io): OutputOptions {
  return layered(
    defaultOutput,
    { output: orNone(env.ARTIFACTS) },
    { output: config?.reports?.output, reporters: config?.reports?.formats },
    { output: orNone(env.CRIPROBE_OUTPUT) },
    {
      output: flags.output,
      reporters: flags.reporter === undefined ? undefined : namedReporters(flags.reporter),
      junit: flags.junit,
      html: flags.html,
      ndjson: flags.ndjson,
      verbose: flags.verbose,
      debug: flags.debug,
      reportPrefix: flags.reportPrefix,
    },
  );
}

function namedReporters(names: readonly string[]): readonly Reporter[] {
  return names
    .filter((name) => name !== 'none')
    .map((name) => {
      const known = reporters.find((reporter) => reporter === name);
      if (known === undefined)
        throw usageFailure(`There is no reporter ${name}`, `known: ${reporters.join(', ')}, none`);
      return known;
    });
}

function orNone(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
