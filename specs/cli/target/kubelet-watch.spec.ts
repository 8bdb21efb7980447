// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { criServer, type Fake } from '../../support/fake-servers.js';
import { peakUntilEnd } from '../../support/cli/peak-memory.js';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
let runtime: Fake;
let socket: string;
beforeEach(async () => {
  bench = await openBench();
  socket = bench.path('s');
  runtime = await criServer(socket);
});
afterEach(async () => {
  await runtime.close();
  await bench.dispose();
});

describe('a process that any user called kubelet', () => {
  beforeEach(() => {
    mkdirSync(bench.path('proc/812'));
    writeFileSync(bench.path('proc/812/comm'), 'kubelet\n');
    writeFileSync(bench.path('proc/812/cmdline'), 'kubelet\0--config=/k.yaml\0');
  });

  it.each([
    ['a FIFO', ['mkfifo']],
    ['a device without an end', ['ln', '-s', '/dev/zero']],
  ])('with %s for a config file counts, and is not waited for', async (_, [make = '', ...words]) => {
    execFileSync(make, [...words, bench.path('host/k.yaml')]);
    const doctor = bench.start(['doctor', '-r', socket]);
    const slow = setTimeout(() => doctor.process.kill('SIGKILL'), 15_000);
    const peak = await peakUntilEnd(doctor.process.pid, doctor.end);
    clearTimeout(slow);
    const { exit, stdout } = await doctor.end;
    expect(stdout).toContain('A kubelet is running (pid 812)');
    expect(exit).toBe(3);
    expect(peak).toBeLessThan(250);
  });

  it('with a config file of another socket does not count', async () => {
    writeFileSync(bench.path('host/k.yaml'), 'containerRuntimeEndpoint: unix:///run/elsewhere.sock\n');
    expect((await bench.criprobe(['doctor', '-r', socket])).stdout).toContain('no kubelet uses this runtime');
  });
});

describe('what listens on the health port', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Writes the beginning, and then a character now and then for ever. */
  async function trickling(begin: string): Promise<string> {
    const server = createServer((peer) => {
      peer.on('error', () => undefined);
      peer.write(begin);
      const trickle = setInterval(() => peer.write('x'), 100);
      peer.on('close', () => {
        clearInterval(trickle);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  it.each([
    { what: 'a body', begin: 'HTTP/1.1 200 OK\r\n\r\n', says: 'healthz answers', code: 3 },
    {
      what: 'a header',
      begin: 'HTTP/1.1 200 OK\r\nServer: ',
      says: 'no kubelet uses this runtime',
      code: 0,
    },
  ])('may trickle $what: that is not waited for', async ({ begin, says, code }) => {
    const env = { CRIPROBE_KUBELET_HEALTHZ: await trickling(begin) };
    const doctor = bench.start(['doctor', '-r', socket], { env });
    const slow = setTimeout(() => doctor.process.kill('SIGKILL'), 15_000);
    const { exit, stdout } = await doctor.end;
    clearTimeout(slow);
    expect(stdout).toContain(says);
    expect(exit).toBe(code);
  });
});

/** Others are told that they would have to be root, and no program is asked. */
(process.getuid?.() === 0 ? it : it.skip)(
  'doctor ends at once on Ctrl-C, whatever it waits for',
  async () => {
    mkdirSync(bench.path('bin'));
    const script = `#!/bin/sh\ntouch ${bench.path('asked')}\nexec sleep 60\n`;
    for (const name of ['containerd', 'crio'])
      writeFileSync(bench.path(`bin/${name}`), script, { mode: 0o755 });
    const doctor = bench.start(['doctor', '--managed', `containerd@${bench.path('bin')}`]);
    while (!existsSync(bench.path('asked'))) await sleep(20);
    const begunMs = performance.now();
    doctor.process.kill('SIGINT');
    expect((await doctor.end).exit).toBe(130);
    expect(performance.now() - begunMs).toBeLessThan(30_000);
  },
);
