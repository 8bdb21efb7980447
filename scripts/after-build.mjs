// SPDX-License-Identifier: Apache-2.0
// Adds what the compiler leaves out of dist/: the .proto files, and the executable bit of the command.
// Two builds may run at once (`.ci/run` has steps beside each other), so a file is replaced whole or not touched.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

function isSame(source, copy) {
  return existsSync(copy) && readFileSync(source).equals(readFileSync(copy));
}

for (const proto of ['cri/proto/v1', 'cri/proto/v1alpha2', 'kubelet/probes/health']) {
  const source = `src/${proto}.proto`;
  const copy = `dist/${proto}.proto`;
  if (isSame(source, copy)) continue;
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(source, `${copy}.${process.pid}`);
  renameSync(`${copy}.${process.pid}`, copy);
}
if (existsSync('dist/cli/main.js')) chmodSync('dist/cli/main.js', 0o755);
