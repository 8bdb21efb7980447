// SPDX-License-Identifier: Apache-2.0
// Runs jest with the flags that ES modules need. Without --selectProjects: every project that needs neither
// root nor a runtime, apart from the long list of lies that somebody else made, which is `.ci/lies`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const given = process.argv.slice(2);
const projects = given.includes('--selectProjects')
  ? []
  : ['--selectProjects', 'unit', 'harness', 'cli', 'conformance'];
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', jest, ...given, ...projects],
  {
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
