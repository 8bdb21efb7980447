// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { secretFields } from '#cri/proto/generated/secrets.js';

it('src/cri/proto/generated is what scripts/generate-cri.mjs writes', async () => {
  const { stderr } = await promisify(execFile)(process.execPath, ['scripts/generate-cri.mjs', '--check']);
  expect(stderr).toBe('');
});

it('knows the secrets of a pull', () => {
  expect(secretFields.map(({ method, path }) => `${method} ${path.join('.')}`)).toEqual([
    'PullImage auth.password',
    'PullImage auth.auth',
    'PullImage auth.identity_token',
    'PullImage auth.registry_token',
  ]);
});
