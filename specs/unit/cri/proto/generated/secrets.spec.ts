// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { secretFields } from '#cri/proto/generated/secrets.js';

it('knows the secrets of a pull', () => {
  expect(secretFields.map(({ method, path }) => `${method} ${path.join('.')}`)).toEqual([
    'PullImage auth.password',
    'PullImage auth.auth',
    'PullImage auth.identity_token',
    'PullImage auth.registry_token',
  ]);
});
