// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { isPodAddress } from '#kubelet/sync/pod-address.js';

it.each(['10.244.1.7', '192.168.3.4', '127.81.0.9', 'fd00::7', '2001:db8::1'])(
  'hooks and probes go to %s',
  (address) => {
    expect(isPodAddress(address)).toBe(true);
  },
);

it.each([
  ...['169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255', '::', 'fe80::1', 'ff02::1'],
  ...['::ffff:169.254.169.254', 'metadata.internal', '10.0.0.1:80', '10.0.0.1/x', ''],
])('hooks and probes do not go to "%s", whatever a runtime says', (address) => {
  expect(isPodAddress(address)).toBe(false);
});
