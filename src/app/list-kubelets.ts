// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import { versionDifferences, type DifferenceName } from '#kubelet/versions/differences.js';
import { traitsOf, type Traits } from '#kubelet/versions/traits.js';
import { newestKubelet, playedKubelets } from './target/played-kubelets.js';
import type { CommandResult } from './shared/use-case.js';

interface ListedDifference {
  readonly name: DifferenceName;
  /** True: this version does it and the newest does not. False: the other way round. */
  readonly does: boolean;
  readonly shown: 'recorded' | 'sources';
  /** Two recordings, or a Go file and function. */
  readonly source: string;
  readonly what: string;
}

interface ListedKubelet {
  readonly version: string;
  readonly differences: readonly ListedDifference[];
}

/** The kubelet versions in the model, newest first, each with its differences from the newest. */
export function listKubelets(): Promise<CommandResult> {
  const newest = traitsOf(newestKubelet);
  const kubelets = playedKubelets.toReversed().map((version) => ({
    version,
    differences: differingFrom(newest, traitsOf(version)),
  }));
  return Promise.resolve({
    exit: exitCode.ok,
    text: `${legend}${kubelets.map(section).join('')}`,
    json: kubelets,
  });
}

const legend = `What a kubelet does (+) or does not do (-) compared with ${newestKubelet}, and the source. * is only in the source code\nof Kubernetes (below pkg/kubelet), not in a recording of a real kubelet.\n`;

function differingFrom(newest: Traits, traits: Traits): readonly ListedDifference[] {
  const names = Object.keys(versionDifferences) as DifferenceName[];
  return names
    .filter((name) => newest[name] !== traits[name])
    .map((name) => ({
      name,
      does: traits[name],
      shown: versionDifferences[name].shown,
      source: versionDifferences[name].source,
      what: versionDifferences[name].what,
    }));
}

function section({ version, differences: found }: ListedKubelet): string {
  const count = found.length === 1 ? '1 difference' : `${found.length} differences`;
  const lines = found.map(
    ({ does, shown, source, what }) =>
      `  ${does ? '+' : '-'}${shown === 'recorded' ? ' ' : '*'} ${what}\n       ${source}\n`,
  );
  return `\n${version}  ${version === newestKubelet ? 'the newest' : count}\n${lines.join('')}`;
}
