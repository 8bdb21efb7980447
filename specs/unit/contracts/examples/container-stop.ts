// SPDX-License-Identifier: Apache-2.0
import { stopSignalVariable } from '#guest/box.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const deaf = (s: Story): Story =>
  s.running({ command: ['/box', 'on TERM ignore', 'print ready', 'wait'] }).isUp();
const slow = (s: Story): Story =>
  s.running({ command: ['/box', 'on TERM exit 9 after 600ms', 'wait'] }).isUp();
const ok = { ok: {} } as const;

const particular = (s: Story): Story =>
  s
    .running({
      command: ['/box', 'on USR1 exit 21', 'on TERM exit 22', 'wait'],
      envs: [{ key: stopSignalVariable, value: Buffer.from('USR1').toString('base64') }],
    })
    .isUp();

export const containerStopExamples: Examples = {
  'container.stop.exited-on-return': {
    held: (s) => s.running().stop().exited(143),
    violated: (s) => s.running().stop().list([s.item()]),
  },
  'container.stop.grace-kept': {
    held: (s) => deaf(s).stop(ok, '2', 2010),
    violated: (s) => deaf(s).stop(ok, '2', 40),
  },
  'container.stop.handler-finishes': {
    held: (s) => slow(s).stop(ok, '30', 610).exited(9),
    violated: (s) => slow(s).stop(ok, '30', 300).exited(137),
  },
  'container.stop.idempotent': {
    held: (s) => s.running().exited().stop(),
    violated: (s) => s.running().exited().stop({ refused: 'FAILED_PRECONDITION' }),
  },
  'container.stop.kills-after-timeout': {
    held: (s) => deaf(s).stop(ok, '2', 2010),
    violated: (s) => deaf(s).stop(ok, '2', 90_000),
  },
  'container.stop.returns-promptly': {
    held: (s) => s.running().isUp().stop(),
    violated: (s) => slow(s).stop(ok, '30', 30_000),
  },
  'container.stop.signal': {
    held: (s) => particular(s).stop().exited(21),
    violated: (s) => particular(s).stop().exited(22),
  },
  'container.stop.succeeds': {
    held: (s) => s.running().stop(),
    violated: (s) => s.running().stop({ refused: 'DEADLINE_EXCEEDED' }),
  },
  'container.stop.unknown-not-found': {
    held: (s) =>
      s.call('StopContainer', { container_id: 'criprobe-unknown-container' }, { refused: 'NOT_FOUND' }),
    violated: (s) => s.running().exited().remove().stop({ refused: 'UNKNOWN' }),
  },
};
