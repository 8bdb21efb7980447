// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const id = { container_id: 'c1' };
const removed = '/layers/removed';
const fromLayers = { image: { image: 'sha256:1', user_specified_image: 'reg/own/box-layers:1' } };
const shows = (s: Story, stdout: string): Story =>
  s
    .running(fromLayers)
    .call(
      'ExecSync',
      { ...id, cmd: box(`if-file ${removed} cat ${removed}`) },
      { ok: { stdout: b64(stdout), exit_code: 0 } },
    );

const inStopped = (s: Story): Story => s.sandbox().create().stopSandbox();

/** Bugs that runtimes had, and nobody looked for. */
export const provokedExamples: Examples = {
  'container.start.stopped-sandbox-refused': {
    held: (s) => inStopped(s).call('StartContainer', id, { refused: 'UNKNOWN' }),
    violated: (s) => inStopped(s).call('StartContainer', id, { ok: {} }),
  },
  'image.layers.applied': {
    held: (s) => shows(s, ''),
    violated: (s) => shows(s, 'removed\n'),
  },
  'restart.starting.says-unavailable': {
    held: (s) =>
      s.running().outage('crash', (away) => away.call('Status', {}, { cutOff: true, with: 'UNAVAILABLE' })),
    violated: (s) =>
      s.running().outage('crash', (away) => away.call('Status', {}, { cutOff: true, with: 'UNKNOWN' })),
  },
};
