// SPDX-License-Identifier: Apache-2.0
import { shellQuoted } from '#base/text/shell-quoted.js';
import type { ChosenTarget } from '../discover.js';
import { defaultTarget, type TargetOptions } from '../target-options.js';
import { shownCommand } from '../../shared/shown-commands.js';

type KubeletFlags = Pick<TargetOptions, 'kubeletVersion' | 'pace' | 'runtimeHandler'>;

/** Flags that select the same target and the same kubelet again; commands by name only. */
export function flagsOf(
  chosen: ChosenTarget,
  endpoint: string,
  played: KubeletFlags = defaultTarget,
): string {
  return [reaching(chosen, endpoint), ...playedAs(played)].join(' ');
}

function reaching(chosen: ChosenTarget, endpoint: string): string {
  if (chosen.kind === 'managed') return `--managed ${shellQuoted(chosen.spec)}`;
  const commands = Object.entries<string | undefined>({ ...chosen.commands }).flatMap(([act, command]) =>
    command === undefined ? [] : shownCommand(act),
  );
  return [`-r ${shellQuoted(endpoint)}`, ...commands].join(' ');
}

/** Flags that differ from their defaults. */
function playedAs({ kubeletVersion, pace, runtimeHandler }: KubeletFlags): readonly string[] {
  return [
    ...(kubeletVersion === defaultTarget.kubeletVersion ? [] : [`--kubelet ${kubeletVersion}`]),
    ...(pace === defaultTarget.pace ? [] : [`--pace ${pace}`]),
    ...(runtimeHandler === '' ? [] : [`--runtime-handler ${shellQuoted(runtimeHandler)}`]),
  ];
}
