// SPDX-License-Identifier: Apache-2.0
import { newestMinor, oldestMinor } from '#kubelet/versions/differences.js';

/** Versions of the kubelet in the model, oldest first, such as `1.20`. */
export const playedKubelets: readonly string[] = Array.from(
  { length: newestMinor - oldestMinor + 1 },
  (_, at) => `1.${oldestMinor + at}`,
);

export const oldestKubelet: string = `1.${oldestMinor}`;
export const newestKubelet: string = `1.${newestMinor}`;
