// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { withoutCommands } from '#app/shared/shown-commands.js';

it('takes commands out of the flags of older recordings', () => {
  const flags = String.raw`-r unix:///x --stop-command 'it'\''s hunter2' --crash-command reboot --start-command 'a b'`;
  expect(withoutCommands(flags)).toBe('-r unix:///x --stop-command … --crash-command … --start-command …');
});
