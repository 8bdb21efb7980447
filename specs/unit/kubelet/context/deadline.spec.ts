// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import type { UnaryMethod } from '#cri/methods.js';
import { deadlineMs } from '#kubelet/context/deadline.js';
import { traitsOf } from '#kubelet/versions/traits.js';

it.each<readonly [UnaryMethod, object, string, number | null]>([
  ['RunPodSandbox', {}, '1.37', 240_000],
  ['CreateContainer', {}, '1.37', 120_000],
  ['StopContainer', { timeout: '30' }, '1.37', 150_000],
  ['StopContainer', {}, '1.20', 120_000],
  ['StopPodSandbox', {}, '1.37', 120_000],
  ['ExecSync', { timeout: '1' }, '1.37', 121_000],
  ['ExecSync', {}, '1.37', null],
  ['PullImage', {}, '1.37', null],
  ['ListContainerStats', {}, '1.29', 120_000],
  ['ListContainerStats', {}, '1.28', null],
  ['ImageStatus', {}, '1.20', 120_000],
])('%s %j of kubelet %s may take %s ms', (...[method, request, version, deadline]) => {
  expect(deadlineMs(method, request, traitsOf(version))).toBe(deadline);
});
