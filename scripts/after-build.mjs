// SPDX-License-Identifier: Apache-2.0
// What the compiler leaves out of dist/: the .proto files, and the right to run the command.
import { chmodSync, cpSync, existsSync } from 'node:fs';

cpSync('src/cri/proto', 'dist/cri/proto', { recursive: true });
if (existsSync('dist/cli/main.js')) chmodSync('dist/cli/main.js', 0o755);
