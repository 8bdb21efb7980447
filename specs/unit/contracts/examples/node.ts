// SPDX-License-Identifier: Apache-2.0
import type { NodeCgroup, NodeInside, NodeLook, NodeNamespaces } from '#evidence/node-observation.js';
import { nodeProcess, type Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const gone = { processes: [] } as const;
const waited: Partial<NodeLook> = { waitedMs: 2_000, isPatient: true };

const path = '/k8s.io/c1';
const cgroup = (over: Partial<NodeCgroup> = {}): NodeCgroup => ({
  path,
  driver: 'cgroupfs',
  memoryLimit: 1 << 26,
  memoryUsed: 1 << 20,
  cpuShares: 102,
  cpuPeriod: 100_000,
  ...over,
});

const ofNode: NodeNamespaces = { net: 'net:[1]', ipc: 'ipc:[1]', pid: 'pid:[1]', mnt: 'mnt:[1]' };
const ownNamespaces: NodeNamespaces = {
  net: 'net:[2]',
  ipc: 'ipc:[2]',
  pid: 'pid:[2]',
  mnt: 'mnt:[2]',
};
const inside = (over: Partial<NodeInside> = {}): NodeInside => ({
  namespaces: ownNamespaces,
  ofRuntime: ofNode,
  ofNode,
  mounts: [{ path: '/', isReadOnly: false, isShared: false, isSlave: false }],
  addresses: ['10.0.0.5', 'fd00::5'],
  ...over,
});

/** A running container with limits, as the node shows it. */
const limited = (s: Story): Story =>
  s.running({
    linux: {
      resources: { memory_limit_in_bytes: String(1 << 26), cpu_shares: '102' },
      security_context: { namespace_options: { pid: 'CONTAINER' } },
    },
  });

const update = (s: Story): Story =>
  s.call('UpdateContainerResources', { container_id: 'c1', linux: { cpu_shares: '204' } }, { ok: {} });

const config = (s: Story, driver: 'SYSTEMD' | 'CGROUPFS'): Story =>
  s.call('RuntimeConfig', {}, { ok: { linux: { cgroup_driver: driver } } });

const inPod = (s: Story, actual: string): Story =>
  s
    .sandbox('s1', { linux: { cgroup_parent: '/kubepods/podu' } })
    .create()
    .start()
    .look({ cgroup: cgroup({ path: actual }) });

const overdue = (s: Story): Story =>
  s
    .running()
    .look()
    .exec(['/box', 'sleep 61s'], { refused: 'DEADLINE_EXCEEDED' }, { timeout: '1', lastsMs: 1_010 });

const mounted = (s: Story, isReadOnly: boolean): Story =>
  s.running({ mounts: [{ container_path: '/data/', host_path: '/x', readonly: true }] }).look({
    inside: inside({
      mounts: [{ path: '/data', isReadOnly, isShared: false, isSlave: false }],
    }),
  });

const oom = (s: Story, kills: number): Story =>
  s
    .sandbox()
    .look({ kind: 'sandbox', id: 's1' }, { oomKills: 4 })
    .create()
    .start()
    .exited(137, { reason: 'OOMKilled' })
    .look(gone, { oomKills: 4 + kills });

/** It lives for three seconds. */
const livedLong = (s: Story, finishedAfterMs: number): Story => {
  s.running().look();
  const started = BigInt(s.startedAt('c1'));
  s.atMs += 3_000;
  s.look().stop().look(gone);
  const finished_at = String(started + BigInt(finishedAfterMs) * 1_000_000n);
  return s.exited(0, { finished_at });
};

export const nodeExamples: Examples = {
  'node.cgroup.below-parent': {
    held: (s) => inPod(s, '/kubepods/podu/c1'),
    violated: (s) => inPod(s, '/kubepods/c1'),
  },
  'node.cgroup.driver-true': {
    held: (s) => config(s.running().look({ cgroup: cgroup() }), 'CGROUPFS'),
    violated: (s) => config(s.running().look({ cgroup: cgroup() }), 'SYSTEMD'),
  },
  'node.cgroup.limits-applied': {
    held: (s) => update(limited(s).look({ cgroup: cgroup() })).look({ cgroup: cgroup({ cpuShares: 204 }) }),
    violated: (s) => update(limited(s).look({ cgroup: cgroup() })).look({ cgroup: cgroup() }),
  },
  'node.cgroup.limits-shown': {
    held: (s) =>
      limited(s)
        .look({ cgroup: cgroup() })
        .status('c1', { resources: { linux: { cpu_shares: '102' } } }),
    violated: (s) =>
      limited(s)
        .look({ cgroup: cgroup() })
        .status('c1', { resources: { linux: { cpu_shares: '204' } } }),
  },
  'node.mounts.as-requested': {
    held: (s) => mounted(s, true),
    violated: (s) => mounted(s, false),
  },
  'node.namespaces.as-requested': {
    held: (s) => limited(s).look({ inside: inside() }),
    violated: (s) =>
      limited(s).look({ inside: inside({ namespaces: { ...ownNamespaces, net: 'net:[1]' } }) }),
  },
  'node.network.address-real': {
    held: (s) =>
      s
        .sandbox()
        .sandboxStatus('s1', { network: { ip: '10.0.0.5', additional_ips: [{ ip: 'FD00:0::5' }] } })
        .look({ kind: 'sandbox', id: 's1', inside: inside() }),
    violated: (s) =>
      s
        .sandbox()
        .sandboxStatus('s1', { network: { ip: '203.0.113.7' } })
        .look({ kind: 'sandbox', id: 's1', inside: inside() }),
  },
  'node.oom.only-when-killed': {
    held: (s) => oom(s, 1),
    violated: (s) => oom(s, 0),
  },
  'node.processes.exec-timeout-ends': {
    held: (s) => overdue(s).look(),
    violated: (s) =>
      overdue(s).look(
        {
          processes: [nodeProcess(), nodeProcess({ pid: 5, command: '/box sleep 61s', startedAtMs: 2_000 })],
        },
        waited,
      ),
  },
  'node.processes.gone-after-remove': {
    held: (s) => s.running().look().remove().look(gone),
    violated: (s) => s.running().look().remove().look().look({}, waited),
  },
  'node.processes.gone-after-sandbox': {
    held: (s) => s.running().look().stopSandbox().look(gone),
    violated: (s) => s.running().look().stopSandbox().look().look({}, waited),
  },
  'node.processes.gone-after-stop': {
    held: (s) =>
      s
        .running()
        .look()
        .stop()
        .look({ processes: [nodeProcess({ state: 'Z' })] }),
    violated: (s) => s.running().look().stop().look().look({}, waited),
  },
  'node.processes.none-after-failed-start': {
    held: (s) => s.sandbox().create().start('c1', { refused: 'UNKNOWN' }).look(gone),
    violated: (s) => s.sandbox().create().start('c1', { refused: 'UNKNOWN' }).look({}, waited),
  },
  'node.processes.state-true': {
    held: (s) => s.running().status().look(),
    violated: (s) => s.running().look().exited().look().look({}, waited),
  },
  'node.processes.times-true': {
    held: (s) => livedLong(s, 3_001),
    violated: (s) => livedLong(s, 0),
  },
  'node.removed.nothing-left': {
    held: (s) => s.running().look({ cgroup: cgroup() }).remove().look(gone),
    violated: (s) =>
      s
        .running()
        .look({ cgroup: cgroup() })
        .remove()
        .look({ ...gone, mountsOnNode: ['/run/c1/rootfs'] }, waited),
  },
};
