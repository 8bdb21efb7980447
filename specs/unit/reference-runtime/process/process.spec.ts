// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createBench, ownPids, type Bench } from '../bench.js';

let bench: Bench;
let sandbox: string;
beforeEach(async () => {
  bench = createBench({
    programs: [
      { name: 'flaky', rule: 'prints hello, exits 4 after 0.01 s' },
      { name: '/srv/app', rule: 'ends on SIGTERM with 9' },
    ],
  });
  sandbox = await bench.sandbox({
    hostname: 'pod-host',
    dns_config: { servers: ['10.0.0.1'], searches: ['.', 'x.y'], options: ['ndots:5'] },
    log_directory: join(bench.directory, 'logs'),
  });
});
afterEach(() => bench.close());

const run = async (
  command: readonly string[],
  config: object = {},
): Promise<{ lines: string[]; code: number; id: string }> => {
  const id = await bench.create(sandbox, { command, ...config });
  await bench.call('StartContainer', { container_id: id });
  const { exit_code: code = 0 } = await bench.exited(id);
  return { lines: await bench.log(id), code, id };
};

const ask = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => socket.write('hi\n'));
    socket
      .on('data', (bytes) => {
        resolve(bytes.toString());
        socket.destroy();
      })
      .on('error', reject);
  });

const sh = (script: string): Promise<{ lines: string[]; code: number }> => run(['/bin/sh', '-c', script]);

describe('the test program', () => {
  it('prints to both streams and exits', async () => {
    expect(await run(['/box', 'print a b', 'eprint c', 'lines 2 n', 'exit 5'])).toMatchObject({
      lines: ['stdout F a b', 'stderr F c', 'stdout F n 1', 'stdout F n 2'],
      code: 5,
    });
  });

  it('has its output split after 16 KiB, and a last line without an end is closed', async () => {
    const { lines } = await run(['/box', 'bytes 40000', 'write !']);
    expect(lines.map((line) => [line.slice(0, 9), line.length - 9])).toEqual([
      ['stdout P ', 16384],
      ['stdout P ', 16384],
      ['stdout F ', 7233],
    ]);
  });

  it('dies of signals it was not told about, and does what it was told', async () => {
    expect((await run(['/box', 'raise SEGV'])).code).toBe(139);
    const id = await bench.box(sandbox, ['on USR1 print got it', 'on TERM exit 7 after 5ms', 'wait']);
    bench.runtime.accidents.signalContainer(id, 10);
    bench.runtime.accidents.signalContainer(id, 28);
    bench.runtime.accidents.signalContainer(id, 15);
    expect(await bench.exited(id)).toMatchObject({ exit_code: 7 });
    expect(await bench.log(id)).toEqual(['stdout F got it']);
    const other = await bench.box(sandbox, ['wait']);
    bench.runtime.accidents.signalContainer(other, 1);
    expect(await bench.exited(other)).toMatchObject({ exit_code: 129 });
  });

  it('without arguments waits like a pause', async () => {
    const id = await bench.box(sandbox, []);
    await bench.call('StopContainer', { container_id: id, timeout: '5' });
    expect(await bench.status(id)).toMatchObject({ state: 'CONTAINER_EXITED', reason: 'Completed' });
  });

  it('does not know everything', async () => {
    expect(await run(['/box', 'dance now'])).toMatchObject({
      lines: ['stderr F box: do not know: dance now'],
      code: 64,
    });
    expect(await run(['/box', 'cat /nothing'])).toMatchObject({
      lines: ['stderr F box: /nothing: errno 2'],
      code: 66,
    });
  });

  it('works on files, once only where asked', async () => {
    const { lines } = await run([
      '/box',
      'put /tmp/a one',
      'append /tmp/a two',
      'cat /tmp/a',
      'if-file /tmp/a print yes',
      'if-file /tmp/b print no',
      'remove /tmp/a',
      'stat /tmp/a',
      'mkdir /tmp/d',
      'stat /tmp/d',
      'times /tmp/n 1 print first',
      'times /tmp/n 1 print second',
    ]);
    expect(lines).toEqual(
      ['one', 'two', 'yes', '/tmp/a missing', '/tmp/d dir 0755 0 0 0', 'first'].map(
        (line) => `stdout F ${line}`,
      ),
    );
  });

  it('reads and writes mounts of the host, and only those it may', async () => {
    const host = join(bench.directory, 'host');
    mkdirSync(host);
    writeFileSync(join(host, 'in'), 'from host\n');
    const mounts = [
      { container_path: '/rw', host_path: host },
      { container_path: '/ro', host_path: host, readonly: true },
    ];
    const { lines, code, id } = await run(
      ['/box', 'cat /ro/in', 'put /rw/out written', 'put /ro/../ro/x y'],
      { mounts },
    );
    expect(lines).toEqual(['stdout F from host', 'stderr F box: /ro/../ro/x: errno 30']);
    expect(code).toBe(66);
    expect(readFileSync(join(host, 'out'), 'utf8')).toBe('written\n');
    expect((await bench.status(id)).mounts).toEqual(mounts);
  });

  it('shows what it was given', async () => {
    const context = {
      run_as_user: { value: '1000' },
      run_as_group: { value: '3000' },
      supplemental_groups: ['4000'],
      no_new_privs: true,
      seccomp: {},
      capabilities: { drop_capabilities: ['ALL'], add_capabilities: ['CAP_NET_ADMIN'] },
    };
    const envs = [{ key: 'A', value: Buffer.from('1 2').toString('base64') }];
    const { lines, id } = await run(
      [
        '/box',
        'show ids',
        'show groups',
        'show env A',
        'show hostname',
        'show resolv',
        'show caps',
        'show cwd',
        'show oom',
      ],
      {
        envs,
        working_dir: '/work',
        linux: { security_context: context, resources: { oom_score_adj: '-5' } },
      },
    );
    expect(lines.map((line) => line.replace('stdout F ', ''))).toEqual([
      'uid=1000 gid=3000 euid=1000 egid=3000',
      'groups=3000 4000',
      'A=1 2',
      'pod-host',
      'search . x.y',
      'nameserver 10.0.0.1',
      'options ndots:5',
      'CapInh:\t0000000000000000',
      'CapPrm:\t0000000000000000',
      'CapEff:\t0000000000000000',
      'CapBnd:\t0000000000001000',
      'CapAmb:\t0000000000000000',
      'NoNewPrivs:\t1',
      'Seccomp:\t2',
      '/work',
      '-5',
    ]);
    expect((await bench.status(id)).user?.linux).toEqual({
      uid: '1000',
      gid: '3000',
      supplemental_groups: ['3000', '4000'],
    });
  });

  it('can be reached at the address of its pod', async () => {
    const id = await bench.box(sandbox, ['listen tcp 7070', 'print ready', 'wait']);
    await bench.until(async () => (await bench.log(id)).length > 0);
    const { status } = await bench.call('PodSandboxStatus', { pod_sandbox_id: sandbox });
    const answer = await ask(status?.network?.ip ?? '', 7070);
    expect(answer).toBe('hi\n');
    expect(
      (await bench.exec(id, '/box', 'connect tcp 127.0.0.1 7070 there', 'connect tcp 127.0.0.1 7071 none'))
        .stdout,
    ).toBe('there\nconnect failed 111\n');
  });

  it('can be a web server, an echo or a tail, as in the pods of others', async () => {
    const script =
      'mkdir /www; echo hi > /www/page; httpd -f -p 8080 -h /www & nc -lk -p 8081 & tail -f /www/page';
    const command = ['/bin/sh', '-c', script];
    const id = await bench.create(sandbox, { command });
    await bench.call('StartContainer', { container_id: id });
    const { status } = await bench.call('PodSandboxStatus', { pod_sandbox_id: sandbox });
    const ip = status?.network?.ip ?? '';
    await bench.until(async () => (await ask(ip, 8081).catch(() => '')) !== '');
    await bench.until(async () => (await statusOf(`http://${ip}:8080/page`)) === 200);
    expect(await statusOf(`http://${ip}:8080/none`)).toBe(404);
    expect(await statusOf(`http://${ip}:8080/%E0%A4%A`)).toBe(404);
    expect(await bench.log(id)).toEqual([expect.stringContaining('hi')]);
    await bench.call('StopContainer', { container_id: id, timeout: '0' });
    expect(await statusOf(`http://${ip}:8080/page`)).toBe(0);
  });

  it.each([
    ['tail -n 2 of a file', 'seq 5 > /tmp/x; tail -n 2 /tmp/x', ['4', '5']],
    ['usleep', 'usleep 1000 && echo done', ['done']],
    ['nc that does not listen', 'nc 127.0.0.1 1 || echo no', ['no']],
  ])('know %s', async (_, script, lines) => {
    const shown = await run(['/bin/sh', '-c', script]);
    expect(shown.lines).toEqual(lines.map((line) => expect.stringContaining(line) as unknown));
  });
});

/** 0: nobody answers. */
const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const asked = get(url, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', () => {
      resolve(0);
    });
  });

describe('what the kernel would show', () => {
  it('follows the sandbox and the resources', async () => {
    const pod = await bench.sandbox({
      linux: { sysctls: { 'net.core.somaxconn': '77' } },
      port_mappings: [{ container_port: 7070, host_port: 17873 }, { container_port: 1 }],
    });
    const linux = {
      resources: { memory_limit_in_bytes: '16777216', unified: { 'memory.low': '5' } },
      ...ownPids,
    };
    const id = await bench.box(pod, ['listen tcp 7070', 'put /dev/null x', 'wait'], {
      linux,
      devices: [{ container_path: '/dev/mine', host_path: '/dev/null' }],
    });
    const files = ['/proc/sys/net/core/somaxconn', '/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory.low'];
    const { stdout } = await bench.exec(
      id,
      '/box',
      ...files.map((path) => `cat ${path}`),
      'stat /dev/mine',
      'show pid',
    );
    expect(stdout).toMatch(/^77\n16777216\n5\n\/dev\/mine char 0666 0 0 0\npid=\d+ ppid=0\n$/);
    expect(
      (await bench.exec(id, '/box', 'connect tcp 127.0.0.1 7070 own', 'connect tcp 127.0.0.2 17873 x'))
        .stdout,
    ).toBe('own\nconnect failed 111\n');
    expect(await ask('127.0.0.1', 17873)).toBe('hi\n');
    await bench.call('StopPodSandbox', { pod_sandbox_id: pod });
    await expect(ask('127.0.0.1', 17873)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('exec', () => {
  it('drops what does not fit into one answer', async () => {
    const id = await bench.box(sandbox, ['wait']);
    const { stdout, code } = await bench.exec(id, '/box', 'bytes 17m', 'exit 2');
    expect([stdout.length, code]).toEqual([16 * 1024 * 1024 - 1024, 2]);
  });

  it('gives both streams and the code, in the same files', async () => {
    const id = await bench.box(sandbox, ['put /tmp/x shared', 'wait']);
    expect(await bench.exec(id, '/box', 'cat /tmp/x', 'eprint e', 'exit 3')).toEqual({
      stdout: 'shared\n',
      stderr: 'e\n',
      code: 3,
    });
    await expect(bench.exec(id, '/nothing')).rejects.toMatchObject({ code: 'UNKNOWN' });
  });

  it('ends when its time is over, and the container goes on', async () => {
    const id = await bench.box(sandbox, ['wait']);
    const late = bench.call('ExecSync', { container_id: id, cmd: ['/box', 'tick 10ms x'], timeout: '1' });
    await expect(late).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(await bench.status(id)).toMatchObject({ state: 'CONTAINER_RUNNING' });
  });

  it('ends with the container, and does not begin without it', async () => {
    const id = await bench.box(sandbox, ['wait']);
    const open = bench.exec(id, '/box', 'wait');
    await bench.call('StopContainer', { container_id: id });
    expect((await open).code).toBe(137);
    await expect(bench.exec(id, '/box')).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });

  it('is not held up by children that keep the output open', async () => {
    const id = await bench.box(sandbox, ['wait']);
    expect(await bench.exec(id, '/box', 'background 1m late', 'print now')).toMatchObject({
      stdout: 'now\n',
      code: 0,
    });
  });
});

describe('logs', () => {
  it('go on in a new file after a reopen, without a gap', async () => {
    const id = await bench.box(sandbox, ['print one', 'await /tmp/go', 'print two', 'wait']);
    const path = (await bench.status(id)).log_path ?? '';
    await bench.until(async () => (await bench.log(id)).length === 1);
    renameSync(path, `${path}.1`);
    await bench.call('ReopenContainerLog', { container_id: id });
    expect(readFileSync(path, 'utf8')).toBe('');
    await bench.exec(id, '/box', 'put /tmp/go now');
    await bench.until(async () => (await bench.log(id)).length === 1);
    expect(readFileSync(path, 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z stdout F two\n$/);
    await bench.call('StopContainer', { container_id: id });
    renameSync(path, `${path}.2`);
    await expect(bench.call('ReopenContainerLog', { container_id: id })).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
    });
    await expect(bench.log(id)).rejects.toThrow('ENOENT');
  });
});

describe('other programs', () => {
  it('do what the table says', async () => {
    expect(await run(['flaky'])).toMatchObject({ lines: ['stdout F hello'], code: 4 });
    const id = await bench.create(sandbox, { command: ['/srv/app'] });
    await bench.call('StartContainer', { container_id: id });
    await bench.call('StopContainer', { container_id: id, timeout: '5' });
    expect(await bench.status(id)).toMatchObject({ exit_code: 9 });
  });

  it('are a small shell', async () => {
    expect(await sh('exit 3')).toMatchObject({ code: 3 });
    expect(await sh('echo hi > /tmp/x; cat /tmp/x && test -f /tmp/x || echo no')).toMatchObject({
      lines: ['stdout F hi'],
      code: 0,
    });
    expect(await sh('for i in 1 2; do echo "n $i"; done; echo err >&2; false')).toMatchObject({
      lines: ['stdout F n 1', 'stdout F n 2', 'stderr F err'],
      code: 1,
    });
    expect(
      await sh('a=$(echo x; echo y); [ "$a" = "x y" ] || echo "$a" | cat; echo $((2+3*4)) ${Z:-none}'),
    ).toMatchObject({ lines: ['stdout F x', 'stdout F y', 'stdout F 14 none'] });
    expect(await sh('nosuchcommand')).toMatchObject({ code: 127 });
    expect(
      await sh('if test -e /nope; then echo a; else echo b; fi; trap "echo bye" EXIT; exit 6'),
    ).toMatchObject({ lines: ['stdout F b', 'stdout F bye'], code: 6 });
    expect(await run(['/bin/sh', '-c', 'echo $0 $@'], { args: ['1', '$(B)', '$(NOPE)'] })).toMatchObject({
      lines: ['stdout F 1 $(B) $(NOPE)'],
    });
    expect(await sh('(exit 4); echo $?; sleep 0.01 & wait; echo done')).toMatchObject({
      lines: ['stdout F 4', 'stdout F done'],
    });
    expect(await sh('while :; do a=x; break; done; ( ; ')).toMatchObject({ code: 2 });
  });

  it('react to TERM as their shell does: after the program in the foreground', async () => {
    const id = await bench.create(sandbox, {
      command: ['/bin/sh', '-c', 'trap "exit 0" TERM; while :; do sleep 0.02; done'],
    });
    await bench.call('StartContainer', { container_id: id });
    await bench.call('StopContainer', { container_id: id, timeout: '5' });
    expect(await bench.status(id)).toMatchObject({ state: 'CONTAINER_EXITED', reason: 'Completed' });
  });

  it('as first process of their namespace ignore what they have no handler for', async () => {
    const command = ['/bin/sh', '-c', 'exec sleep 1000'];
    const alone = await bench.create(sandbox, { command });
    const shared = await bench.create(sandbox, { command, linux: {} });
    for (const id of [alone, shared]) {
      await bench.call('StartContainer', { container_id: id });
      bench.runtime.accidents.signalContainer(id, 15);
    }
    expect(await bench.exited(shared)).toMatchObject({ exit_code: 143 });
    expect(await bench.status(alone)).toMatchObject({ state: 'CONTAINER_RUNNING' });
  });

  it('are killed for variables that grow', async () => {
    const id = await bench.create(sandbox, {
      command: ['/bin/sh', '-c', 'a=x; while :; do a=$a$a; done'],
      linux: { resources: { memory_limit_in_bytes: '25165824' } },
    });
    await bench.call('StartContainer', { container_id: id });
    expect(await bench.exited(id)).toMatchObject({ exit_code: 137, reason: 'OOMKilled' });
  });
});
