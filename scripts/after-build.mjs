// SPDX-License-Identifier: Apache-2.0
// What the compiler leaves out of dist/: the .proto files, and the right to run the command.
import { chmodSync, cpSync, existsSync } from 'node:fs';

for (const version of ['v1', 'v1alpha2'])
  cpSync(`src/cri/proto/${version}.proto`, `dist/cri/proto/${version}.proto`);
if (existsSync('dist/cli/main.js')) chmodSync('dist/cli/main.js', 0o755);
