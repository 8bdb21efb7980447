// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startKeepalive } from '#launchers/container/keepalive-container.js';
import { checkPidNamespace } from '#launchers/container/pid-namespace.js';
import type { Engine } from '#launchers/container/testcontainers.js';

const keepalive = { name: 'criprobe-1', program: '/made-up/work/7f3a/runtime/keepalive' };
const others = '/made-up/work/0b1c/runtime/keepalive';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL');
});

/** A process that stays, with these words in its command line. */
async function running(script: string, ...words: readonly string[]): Promise<number> {
  const child = spawn('/bin/sh', ['-c', script, ...words], { stdio: ['pipe', 'ignore', 'ignore'] });
  started.push(child);
  await once(child, 'spawn');
  return child.pid ?? 0;
}

const waits = 'read never';

/** An engine that says this of the container. */
function engineThatSays(state: { readonly Pid: number; readonly Running: boolean }): Engine {
  const container = { inspect: () => Promise.resolve({ State: state }) };
  return { api: { getContainer: () => container } } as unknown as Engine;
}

const check = (pid: number): Promise<void> =>
  checkPidNamespace(engineThatSays({ Pid: pid, Running: true }), keepalive, 400);

describe('the number that the engine gives the container', () => {
  it.each([
    ['its program', [keepalive.program, 'wait']],
    ['its program under an init of the engine', ['/sbin/docker-init', '--', keepalive.program, 'wait']],
  ])('is trusted where it is that of %s', async (_, words) => {
    await check(await running(waits, ...words));
  });

  it('is trusted where it becomes that of its program', async () => {
    const pid = await running(`sleep 0.1; exec /bin/sh -c '${waits}' ${keepalive.program}`);
    await check(pid);
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain(`\0${keepalive.program}\0`);
  });

  it.each([
    ['a stranger', () => running(waits, 'stranger')],
    ['the container of another run', () => running(waits, others, 'wait')],
    ['nobody', () => Promise.resolve(2 ** 22 + 1)],
  ])('is not where it is that of %s here', async (_, pidOf) => {
    const pid = await pidOf();
    await expect(check(pid)).rejects.toMatchObject({
      code: 'E-CONTAINER-PROCESSES',
      seen: expect.stringContaining(String(pid)) as unknown,
      fix: expect.stringContaining('--pid host') as unknown,
      exit: 3,
    });
  });

  it('says nothing of a container that has ended', async () => {
    await checkPidNamespace(engineThatSays({ Pid: 0, Running: false }), keepalive, 400);
  });
});

describe('the container that a runtime is started in', () => {
  const options = {
    name: keepalive.name,
    image: 'x',
    command: [keepalive.program, 'wait'],
    shared: '/',
    env: {},
  };

  it('shares the processes of the node, and is looked at as soon as it is there', async () => {
    const done: string[] = [];
    let pid = 0;
    const engine = engineThatStarts({
      start: async ({ PidMode }) => {
        pid = await running(waits, keepalive.program, 'wait');
        done.push(`started with PidMode ${String(PidMode)}`);
      },
      inspect: () => {
        done.push('looked at');
        return { State: { Pid: pid, Running: true } };
      },
    });
    await startKeepalive(engine, options);
    expect(done).toEqual(['started with PidMode host', 'looked at']);
  });

  it('is not taken for there when nobody can look at it', async () => {
    const engine = engineThatStarts({
      start: () => Promise.resolve(),
      inspect: () => {
        throw new Error('the engine is gone');
      },
    });
    await expect(startKeepalive(engine, options)).rejects.toThrow('the engine is gone');
  });
});

interface Engined {
  readonly start: (hostConfig: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly inspect: () => object;
}

/** However the container is described: every `with…` of its builder gives the builder back. */
function engineThatStarts({ start, inspect }: Engined): Engine {
  class Builder {
    readonly hostConfig: Record<string, unknown> = {};
    constructor() {
      const own: Readonly<Record<string, unknown>> = {
        hostConfig: this.hostConfig,
        start: () => start(this.hostConfig),
      };
      return new Proxy(this, { get: (_, name, builder) => own[String(name)] ?? (() => builder as unknown) });
    }
  }
  const api = { getContainer: () => ({ inspect: () => Promise.resolve().then(inspect) }) };
  return { api, testcontainers: { GenericContainer: Builder } } as unknown as Engine;
}
