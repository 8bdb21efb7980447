// SPDX-License-Identifier: Apache-2.0
import type { RecordingHeader } from '#evidence/event.js';

export const header: RecordingHeader = {
  type: 'header',
  schemaVersion: 1,
  tool: { name: 'criprobe', version: '0.1.0' },
  run: '7f3a',
  startedAtNs: '1795132800000000000',
  startedAt: '2026-11-20T00:00:00.000Z',
  kubelet: { version: '1.34', pace: 'fast' },
  host: {
    kernel: 'Linux 6.8.0',
    arch: 'x86_64',
    cgroupVersion: 'v2',
    cgroupDriver: 'systemd',
    node: '20.20.2',
    root: true,
    lacks: ['CAP_SYS_RESOURCE'],
  },
  target: {
    name: 'crio',
    version: '1.34.1',
    apiVersion: 'v1',
    endpoint: 'unix:///run/crio/crio.sock',
    launcher: 'existing-socket',
    handlers: ['', 'runc'],
    cni: 'bridge',
  },
};
