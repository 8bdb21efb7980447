// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { envAsBytes } from '#reference-runtime/container/env-as-bytes.js';

const asked = { pod_sandbox_id: 's', config: { envs: [{ key: 'A', value: 'é' }, { key: 'B' }] } };

it('v1 has bytes already', () => {
  expect(envAsBytes(asked, { apiVersion: 'v1' })).toBe(asked);
});

it('v1alpha2 has texts', () => {
  expect(envAsBytes(asked, { apiVersion: 'v1alpha2' })).toEqual({
    pod_sandbox_id: 's',
    config: {
      envs: [
        { key: 'A', value: 'w6k=' },
        { key: 'B', value: '' },
      ],
    },
  });
  expect(envAsBytes({ config: {} }, { apiVersion: 'v1alpha2' })).toEqual({ config: {} });
});
