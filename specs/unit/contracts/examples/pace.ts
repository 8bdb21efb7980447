// SPDX-License-Identifier: Apache-2.0
import type { Examples } from './example.js';

const unknownContainer = { container_id: 'criprobe-unknown-container' };
const raise = { container_id: 'c1', linux: { cpu_shares: '102' } };

export const paceExamples: Examples = {
  'log.reopen.succeeds': {
    held: (s) => s.running().call('ReopenContainerLog', { container_id: 'c1' }, { ok: {} }).status(),
    violated: (s) =>
      s.running().call('ReopenContainerLog', { container_id: 'c1' }, { refused: 'UNKNOWN' }).status(),
  },
  'log.reopen.unknown-refused': {
    held: (s) => s.call('ReopenContainerLog', unknownContainer, { refused: 'NOT_FOUND' }),
    violated: (s) => s.call('ReopenContainerLog', unknownContainer, { ok: {} }),
  },
  'resources.update.unknown-refused': {
    held: (s) => s.call('UpdateContainerResources', unknownContainer, { refused: 'NOT_FOUND' }),
    violated: (s) => s.call('UpdateContainerResources', unknownContainer, { ok: {} }),
  },
  'resources.update.succeeds': {
    held: (s) => s.running().status().call('UpdateContainerResources', raise, { ok: {} }).status(),
    violated: (s) =>
      s.running().status().call('UpdateContainerResources', raise, { refused: 'UNKNOWN' }).status(),
  },
  'runtime.status.succeeds': {
    held: (s) => s.call('Status', {}, { ok: {} }),
    violated: (s) => s.call('Version', {}, { ok: {} }).call('Status', {}, { refused: 'UNAVAILABLE' }),
  },
  'runtime.calls.answered': {
    // How long a process that is left behind may hold ExecSync, other contracts say.
    held: (s) =>
      s
        .running()
        .status()
        .lasting(5_000)
        .status()
        .exec(['/box', 'background 60s late', 'print now'], { ok: {} }, { timeout: '5', lastsMs: 60_000 })
        .status(),
    violated: (s) =>
      s
        .running()
        .status()
        .lasting(20_000)
        .call('ContainerStatus', { container_id: 'c1' }, { unanswered: true }),
  },
};
