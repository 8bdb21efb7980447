// SPDX-License-Identifier: Apache-2.0
import type { ContainerConfig, LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import { box } from '#guest/box.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const bytes = (text: string): string => Buffer.from(text).toString('base64');

/** The log of a container, line by line. */
const logOf = (lines: readonly string[]): string =>
  lines.map((line) => `2023-11-14T22:13:20.1Z stdout F ${line}\n`).join('');

interface Seen {
  readonly config?: ContainerConfig;
  /** Statements, and what they wrote in one case and in the other. */
  readonly show: readonly string[];
  readonly right: string;
  readonly wrong: string;
}

/** A container whose program shows what it sees. */
function looking({ config, show, right, wrong }: Seen): Examples[string] {
  const told = (output: string) => (s: Story) => {
    const lines = output.split('\n').slice(0, -1);
    const command = box(...show, 'print ready', 'wait');
    return s
      .sandbox()
      .create('c1', { ...config, command })
      .start()
      .log(logOf([...lines, 'ready']));
  };
  return { held: told(right), violated: told(wrong) };
}

const secured = (security_context: LinuxContainerSecurityContext): ContainerConfig => ({
  linux: { security_context },
});

const caps = (bounding: string, { effective = bounding, flags = '0\nSeccomp:\t2' } = {}): string => {
  const none = '0'.repeat(16);
  const mask = (name: string, bits: string): string => `${name}:\t${bits.padStart(16, '0')}\n`;
  const sets = [mask('CapInh', none), mask('CapPrm', effective), mask('CapEff', effective)];
  return [...sets, mask('CapBnd', bounding), mask('CapAmb', none), `NoNewPrivs:\t${flags}\n`].join('');
};

const root = (mode: string): string => `100 1 0:50 / / ${mode},relatime - overlay overlay rw\n`;
const sys = (mode: string): string => `${root('rw')}101 100 0:51 / /sys ${mode},nosuid - sysfs sysfs rw\n`;
const volume = (options: string): string =>
  `${root('rw')}102 100 8:1 /pods/u/volumes/work /work\\040here ${options} - ext4 /dev/sda1 rw\n`;
const hidden = (more: string): string =>
  `${root('rw')}101 100 0:51 / /proc rw - proc proc rw\n102 101 0:51 /sys /proc/sys ro - proc proc rw\n${more}`;

const devices: Examples = {
  'container.devices.as-requested': looking({
    config: {
      devices: [{ container_path: '/dev/raw', host_path: '/pods/u/volumeDevices/raw', permissions: 'r' }],
      mounts: [{ container_path: '/node/raw', host_path: '/dev/loop7' }],
    },
    show: ['device /dev/raw', 'device /node/raw'],
    right: '/dev/raw block 7:7 read 0 write 1\n/node/raw block 7:7 read 0 write 1\n',
    wrong: '/dev/raw block 7:7 read 0 write 0\n/node/raw block 7:7 read 0 write 0\n',
  }),
};

const environment: Examples = {
  'container.environment.arguments': looking({
    config: { args: ['print more'] },
    show: ['show args'],
    right: '/box\nshow args\nprint ready\nwait\nprint more\n',
    wrong: '/box\nshow args\nprint ready\nwait\n',
  }),
  'container.environment.oom-score': looking({
    config: { linux: { resources: { oom_score_adj: '990' } } },
    show: ['show oom'],
    right: '990\n',
    wrong: '0\n',
  }),
  'container.environment.input': looking({
    config: { stdin: true },
    show: ['print up', 'echo', 'print over'],
    right: 'up\n',
    wrong: 'up\nover\n',
  }),
  'container.environment.terminal': looking({
    config: {},
    show: ['cat /proc/self/stat'],
    right: '1 (box) R 0 1 1 0 -1\n',
    wrong: '1 (box) R 0 1 1 34816 -1\n',
  }),
  'container.environment.variables': looking({
    config: {
      envs: [
        { key: 'A', value: bytes('1 2') },
        { key: 'B', value: bytes('x\ny') },
      ],
    },
    show: ['show env'],
    right: 'PATH=/\nA=1 2\nB=x\ny\n',
    wrong: 'PATH=/\nA=1\nB=x\ny\n',
  }),
  'container.environment.working-dir': looking({
    config: { working_dir: '/work/' },
    show: ['show cwd'],
    right: '/work\n',
    wrong: '/\n',
  }),
  'container.mounts.as-requested': looking({
    config: { mounts: [{ container_path: '/work here', host_path: '/pods/u/volumes/work', readonly: true }] },
    show: ['show mounts'],
    right: volume('ro,relatime'),
    wrong: volume('rw,relatime'),
  }),
  'container.mounts.content-shared': {
    held: (s) => reads(s, 'hello'),
    violated: (s) => reads(s, 'other'),
  },
};

/** One container writes to a volume and ends, and another reads. */
function reads(s: Story, text: string): unknown {
  const mounts = [{ container_path: '/out', host_path: '/pods/u/volumes/work' }];
  const there = [{ container_path: '/in', host_path: '/pods/u/volumes/work' }];
  s.sandbox()
    .create('c1', { command: box('put /out/mark hello'), mounts })
    .start()
    .exited(0);
  return s
    .create('c2', { command: box('if-file /in/mark cat /in/mark', 'print ready', 'wait'), mounts: there })
    .start('c2')
    .log(logOf([text, 'ready']), { container: 'c2' });
}

const security: Examples = {
  'container.security.capabilities': looking({
    config: secured({ capabilities: { add_capabilities: ['NET_ADMIN'], drop_capabilities: ['ALL'] } }),
    show: ['show caps'],
    right: caps('1000'),
    wrong: caps('1001'),
  }),
  'container.security.hidden-paths': looking({
    config: secured({ masked_paths: ['/proc/kcore', '/proc/acpi'], readonly_paths: ['/proc/sys'] }),
    show: ['stat /proc/kcore', 'show mounts'],
    right: `/proc/kcore char 0666 0 0 0\n${hidden('103 101 0:5 /null /proc/kcore rw - tmpfs tmpfs rw\n')}`,
    wrong: `/proc/kcore file 0400 0 0 0\n${hidden('')}`,
  }),
  'container.security.nothing-hidden': looking({
    config: secured({
      namespace_options: { userns_options: { uids: [{ host_id: 65_536, length: 65_536 }] } },
    }),
    show: ['show mounts'],
    right: `${root('rw')}101 100 0:51 / /proc rw - proc proc rw\n102 101 0:60 / /proc/meminfo rw - fuse.lxcfs lxcfs rw\n`,
    wrong: hidden(''),
  }),
  'container.security.no-new-privileges': looking({
    config: secured({ no_new_privs: true }),
    show: ['show caps'],
    right: caps('0', { flags: '1\nSeccomp:\t0' }),
    wrong: caps('0', { flags: '0\nSeccomp:\t0' }),
  }),
  'container.security.privileged': looking({
    config: secured({ privileged: false }),
    show: ['show mounts'],
    right: sys('ro'),
    wrong: sys('rw'),
  }),
  'container.security.process-namespace': looking({
    config: secured({ namespace_options: { pid: 'CONTAINER' } }),
    show: ['show pid'],
    right: 'pid=1 ppid=0\n',
    wrong: 'pid=7 ppid=0\n',
  }),
  'container.security.root-filesystem': looking({
    config: secured({ readonly_rootfs: true }),
    show: ['show mounts'],
    right: root('ro'),
    wrong: root('rw'),
  }),
  'container.security.seccomp': looking({
    config: secured({ seccomp: {} }),
    show: ['show caps'],
    right: caps('0'),
    wrong: caps('0', { flags: '0\nSeccomp:\t0' }),
  }),
  'container.security.user': looking({
    config: secured({ run_as_user: { value: '1000' }, supplemental_groups: ['4001'] }),
    show: ['show ids', 'show groups'],
    right: 'uid=1000 gid=1000 euid=1000 egid=1000\ngroups=1000 3002 4001\n',
    wrong: 'uid=1000 gid=1000 euid=1000 egid=1000\ngroups=1000 3002\n',
  }),
  'container.security.user-namespace': looking({
    config: secured({
      namespace_options: {
        userns_options: {
          uids: [{ host_id: 65_536, length: 65_536 }],
          gids: [{ host_id: 65_536, length: 65_536 }],
        },
      },
    }),
    show: ['cat /proc/self/uid_map'],
    right: '         0      65536      65536\n',
    wrong: '         0          0 4294967295\n',
  }),
};

const asked = {
  hostname: 'web',
  dns_config: { servers: ['10.0.0.10'], searches: ['a.example', 'b.example'], options: ['ndots:5', 'edns0'] },
  linux: { sysctls: { 'net.ipv4.ip_local_port_range': '2048 60999' } },
};

/** A pod with settings, whose container shows them. */
function inPod(show: readonly string[], right: string, wrong: string): Examples[string] {
  const told = (output: string) => (s: Story) =>
    s
      .sandbox('s1', asked)
      .sandboxStatus()
      .create('c1', { command: box(...show, 'print ready', 'wait') })
      .start()
      .log(logOf([...output.split('\n').slice(0, -1), 'ready']));
  return { held: told(right), violated: told(wrong) };
}

const pod: Examples = {
  'image.volume.content': looking({
    config: {
      mounts: [
        {
          container_path: '/data',
          image: { image: 'sha256:1', user_specified_image: 'reg/own/box-layers:1' },
          image_sub_path: 'etc',
        },
      ],
    },
    show: ['if-file /data/image cat /data/image'],
    right: 'box-layers:1\n',
    wrong: '',
  }),
  'sandbox.dns.resolv-conf': inPod(
    ['show resolv'],
    'search a.example b.example\nnameserver 10.0.0.10\noptions edns0 ndots:5\n',
    'nameserver 10.0.0.10\noptions edns0 ndots:5\n',
  ),
  'sandbox.hostname.inside': inPod(['show hostname'], 'web\n', 'vm\n'),
  'sandbox.network.answers-inside': inPod(
    ['listen tcp 8080', 'connect tcp 10.0.0.5 8080 hello'],
    'hello\n',
    'connect failed 111\n',
  ),
  'sandbox.sysctls.inside': inPod(
    ['cat /proc/sys/net/ipv4/ip_local_port_range'],
    '2048\t60999\n',
    '32768\t60999\n',
  ),
};

export const insideExamples: Examples = { ...devices, ...environment, ...security, ...pod };
