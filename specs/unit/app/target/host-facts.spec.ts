// SPDX-License-Identifier: Apache-2.0
import { arch } from 'node:os';
import { expect, it } from '@jest/globals';
import { hostFacts } from '#app/target/host-facts.js';

it('says of this machine what the run is to tell of it', () => {
  expect(hostFacts('systemd')).toMatchObject({
    arch: arch(),
    cgroupDriver: 'systemd',
    root: process.getuid?.() === 0,
  });
});
