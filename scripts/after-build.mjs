// SPDX-License-Identifier: Apache-2.0
// Adds what the compiler leaves out of dist/: the .proto files, and the executable bit of the command.
import { chmodSync, cpSync, existsSync } from 'node:fs';

for (const proto of ['cri/proto/v1', 'cri/proto/v1alpha2', 'kubelet/probes/health'])
  cpSync(`src/${proto}.proto`, `dist/${proto}.proto`);
if (existsSync('dist/cli/main.js')) chmodSync('dist/cli/main.js', 0o755);
