// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { agreedVersion, isTooOldFor } from '#app/target/preflight/agreed-version.js';
import type { ApiVersion } from '#cri/api-version.js';
import { serveCri, type CriServer } from '#cri/server/server.js';

describe('what a kubelet and a runtime speak', () => {
  let directory: string;
  let server: CriServer | undefined;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cpv-'));
  });
  afterEach(async () => {
    await server?.close();
    await rm(directory, { recursive: true });
  });

  const agreed = async (kubelet: string, apiVersions: readonly ApiVersion[]): Promise<ApiVersion> => {
    const path = join(directory, 's');
    const handlers = { Version: () => Promise.resolve({ version: '0.1.0' }) };
    server = await serveCri({ listen: path, handlers, apiVersions });
    const found = apiVersions.includes('v1') ? 'v1' : 'v1alpha2';
    return agreedVersion({ kubelet, found, path, timeoutMs: 5_000 });
  };

  it.each<readonly [string, readonly ApiVersion[], ApiVersion]>([
    ['1.20', ['v1', 'v1alpha2'], 'v1alpha2'],
    ['1.22', ['v1alpha2'], 'v1alpha2'],
    ['1.23', ['v1', 'v1alpha2'], 'v1'],
    ['1.25', ['v1alpha2'], 'v1alpha2'],
    ['1.26', ['v1'], 'v1'],
    ['1.37', ['v1alpha2'], 'v1alpha2'],
  ])('kubelet %s with %j: %s', async (kubelet, offered, expected) => {
    expect(await agreed(kubelet, offered)).toBe(expected);
  });

  it('nothing: the failure says what to do', async () => {
    await expect(agreed('1.22', ['v1'])).rejects.toMatchObject({
      code: 'E-CRI-V1ONLY',
      message: 'Kubelet 1.22 speaks only CRI v1alpha2, the runtime only v1',
      fix: expect.stringContaining('--kubelet 1.23'),
      exit: 3,
    });
  });
});

it.each([
  ['1.20', 'v1alpha2', false],
  ['1.25', 'v1alpha2', false],
  ['1.26', 'v1alpha2', true],
  ['1.37', 'v1', false],
] as const)('a runtime is too old for kubelet %s with %s: %s', (kubelet, apiVersion, expected) => {
  expect(isTooOldFor(kubelet, apiVersion)).toBe(expected);
});
