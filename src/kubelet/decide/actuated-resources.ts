// SPDX-License-Identifier: Apache-2.0
import type { Resources } from '#pod/pod.js';

/** The resources that the runtime was given last, by container name. */
export type ActuatedResources = Map<string, Resources>;
