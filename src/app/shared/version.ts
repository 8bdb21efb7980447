// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

export interface ToolVersion {
  readonly name: string;
  readonly version: string;
  readonly cri: readonly string[];
  readonly node: string;
}

/** Name and version as package.json has them, two levels up in the sources as in the build. */
export function toolVersion(): ToolVersion {
  return known;
}

/** Read before anything can go wrong: a failure has to name it, also when no more files may be opened. */
const known = readVersion();

function readVersion(): ToolVersion {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return { name, version, cri: ['v1', 'v1alpha2'], node: process.versions.node };
}
