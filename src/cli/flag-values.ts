// SPDX-License-Identifier: Apache-2.0
import type { RunOptions } from '#app/run-options.js';
import type { Pace } from '#app/target-options.js';

/** Every flag of every command as it was given; absent: it was not. */
export interface FlagValues {
  readonly runtimeEndpoint?: string;
  readonly imageEndpoint?: string;
  readonly runtimeHandler?: string;
  readonly target?: string;
  readonly managed?: string;
  readonly config?: string;
  readonly timeout?: number;
  readonly waitReady?: number;
  readonly rpcTimeout?: number;
  readonly allowKubelet?: true;
  readonly kubelet?: string;
  readonly pace?: Pace;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly list?: true;
  readonly dryRun?: true;
  readonly knownFailing?: string;
  readonly workers?: number;
  readonly passWithNoTests?: true;
  readonly failOn?: RunOptions['failOn'];
  readonly globalTimeout?: number;
  readonly output?: string;
  readonly reporter?: readonly string[];
  readonly junit?: string;
  readonly html?: string;
  readonly json?: true;
  readonly ndjson?: true;
  readonly verbose?: true;
  readonly debug?: true;
  readonly reportPrefix?: string;
  readonly runtimeLog?: string;
  readonly registryListen?: string;
  readonly quiet?: true;
  readonly color?: 'auto' | 'always' | 'never' | boolean;
  readonly markdown?: true;
  readonly baseline?: string;
  readonly policy?: string;
  readonly from?: string;
  readonly explain?: true;
  readonly warnOnly?: true;
  readonly verdictFile?: string;
  readonly listen?: string;
  readonly anyImage?: true;
  readonly program?: readonly string[];
  readonly hold?: number;
  readonly calls?: string;
  readonly grace?: number;
  readonly strict?: true;
  readonly tryPod?: true;
  readonly run?: string;
  readonly all?: true;
}
