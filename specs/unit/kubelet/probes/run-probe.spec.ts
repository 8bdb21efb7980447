// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Server as GrpcServer, ServerCredentials, status, type handleUnaryCall } from '@grpc/grpc-js';
import type { RuntimeCall } from '#kubelet/context/runtime-calls.js';
import { runProbe, type ProbeContext } from '#kubelet/probes/run-probe.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Probe } from '#pod/probe.js';
import { container } from '../decide/statuses.js';
import { selfSigned } from '../self-signed.js';

const ending = new AbortController();
const calls: unknown[] = [];
let answers: unknown[] = [];

function partialContext(version = '1.37'): ProbeContext {
  const call = ((method: string, request: unknown) => {
    calls.push([method, request]);
    return Promise.resolve(answers.length > 1 ? answers.shift() : answers[0]);
  }) as unknown as RuntimeCall;
  return { call, signal: ending.signal, version, traits: traitsOf(version) };
}
const target = (more = {}) => ({ container: container('a', more), id: 'c', address: '127.0.0.1' });
const ok = (code: number) => ({ ok: true, response: { exit_code: code } });
const refused = (code: string) => ({ ok: false, code, message: '' });

beforeEach(() => {
  calls.length = 0;
});
afterAll(() => {
  ending.abort();
});

describe('a command', () => {
  const exec: Probe = { exec: { command: ['check', '$(A) $(B) $$(A) $(C'] } };
  it.each<[string, unknown[], string, number]>([
    ['exits 0', [ok(0)], 'success', 1],
    ['exits with another code', [ok(3)], 'failure', 1],
    ['runs out of time at the runtime', [refused('DEADLINE_EXCEEDED')], 'failure', 1],
    ['runs out of time here', [refused('client-deadline')], 'failure', 1],
    ['cannot be run', [refused('UNKNOWN')], 'error', 3],
    ['has no container', [refused('NOT_FOUND')], 'error', 3],
    ['can be run at the second time', [refused('UNAVAILABLE'), ok(1)], 'failure', 2],
    ['can be run at the third time', [refused('UNKNOWN'), refused('UNKNOWN'), ok(0)], 'success', 3],
  ])('that %s', async (...[, given, outcome, times]) => {
    answers = given;
    expect(await runProbe(partialContext(), exec, target())).toBe(outcome);
    expect(calls).toHaveLength(times);
  });

  it('knows the literal variables of its container', async () => {
    answers = [ok(0)];
    const env = [
      { name: 'A', value: '$(B)' },
      { name: 'B', valueFrom: {} },
    ];
    await runProbe(partialContext(), { ...exec, timeoutSeconds: 5 }, target({ env }));
    const cmd = ['check', '$(B)  $(A) $(C'];
    expect(calls).toEqual([['ExecSync', { container_id: 'c', cmd, timeout: '5' }]]);
  });
});

describe('over the network', () => {
  let plain: HttpServer;
  let tls: Server;
  const asked: IncomingMessage[] = [];
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    plain = createServer((request, answer) => {
      asked.push(request);
      const url = request.url ?? '';
      if (url === '/hang') return;
      if (url === '/cut') {
        answer.writeHead(200, { 'content-length': '100' }).write('half');
        setTimeout(() => answer.destroy(), 5);
        return;
      }
      if (url === '/long') {
        answer.end('x'.repeat(100_000));
        return;
      }
      const location = /^\/to\/(.*)/.exec(url)?.[1];
      const headers = location === undefined ? {} : { location: decodeURIComponent(location) };
      answer.writeHead(location === undefined ? Number(url.slice(1)) || 200 : 302, headers).end();
    });
    tls = createTlsServer(selfSigned, (_, answer) => answer.end());
    for (const server of [plain, tls]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
  });
  afterAll(async () => {
    plain.closeAllConnections();
    for (const server of [plain, tls]) await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    asked.length = 0;
  });

  it.each<[string, string, string, number]>([
    ['200', '/200', 'success', 1],
    ['399', '/399', 'success', 1],
    ['400', '/400', 'failure', 1],
    ['503', '/503', 'failure', 1],
    ['a redirect to its own', '/to/%2F204', 'success', 2],
    ['a redirect to its own that fails', '/to/%2F500', 'failure', 2],
    ['a redirect elsewhere', '/to/http%3A%2F%2Fexample.invalid%2F', 'success', 1],
    ['redirects without end', '/to/%2Fto%2F%252Fto%252F..', 'success', 3],
    ['more than it reads', '/long', 'success', 1],
    ['half a body', '/cut', 'error', 3],
    ['nothing in time', '/hang', 'failure', 1],
    ['a path without a root', '200', 'success', 1],
    ['a path with odd characters', '/ä b#part', 'success', 1],
  ])('HTTP answers %s', async (...[, path, outcome, requests]) => {
    const probe: Probe = { httpGet: { path, port: portOf(plain) }, timeoutSeconds: 1 };
    expect(await runProbe(partialContext(), probe, target())).toBe(outcome);
    expect(asked).toHaveLength(requests);
  });

  it.each<[string, string, (string | undefined)[]]>([
    ['another port of the host', '127.0.0.1', ['secret', 'secret']],
    ['another host', 'localhost', ['secret']],
    ['the host as a part of another name', '127.0.0.1.nip.invalid', ['secret']],
    ['a user that looks like the host', '127.0.0.1@localhost', ['secret']],
  ])('takes headers along to %s as a kubelet does', async (_, host, seen) => {
    const heard: (string | undefined)[] = [];
    const named: (string | undefined)[] = [];
    const at = (answer: (port: number) => string | undefined): HttpServer =>
      createServer(({ headers }, reply) => {
        heard.push(headers.authorization);
        named.push(headers.host);
        const location = answer(portOf(other));
        reply.writeHead(location === undefined ? 204 : 302, location === undefined ? {} : { location }).end();
      });
    const other = at(() => undefined);
    const first = at((port) => `http://${host}:${port}/elsewhere`);
    for (const server of [other, first])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const httpHeaders = [
      { name: 'Authorization', value: 'secret' },
      { name: 'Host', value: 'me.example' },
    ];
    expect(
      await runProbe(partialContext(), { httpGet: { port: portOf(first), httpHeaders } }, target()),
    ).toBe('success');
    expect(heard).toEqual(seen);
    expect(named).toEqual(['me.example', `127.0.0.1:${portOf(other)}`].slice(0, seen.length));
    for (const server of [other, first]) await new Promise((resolve) => server.close(resolve));
  });

  it('stops after ten redirects', async () => {
    const loop = createServer((_, answer) => answer.writeHead(302, { location: '/' }).end());
    await new Promise<void>((resolve) => loop.listen(0, '127.0.0.1', resolve));
    expect(await runProbe(partialContext(), { httpGet: { port: portOf(loop) } }, target())).toBe('failure');
    await new Promise((resolve) => loop.close(resolve));
  });

  it.each<[string, { name: string; value: string }[], Record<string, string | undefined>]>([
    ['of its own', [], { 'user-agent': 'kube-probe/1.37', accept: '*/*' }],
    [
      'of the manifest',
      [
        { name: 'Host', value: 'me.example' },
        { name: 'user-agent', value: 'x' },
        { name: 'Accept', value: '' },
        { name: 'X-A', value: '1' },
        { name: 'x-a', value: '2' },
      ],
      { host: 'me.example', 'user-agent': 'x', accept: undefined, 'x-a': '1, 2' },
    ],
  ])('sends headers %s', async (_, httpHeaders, expected) => {
    const ports = [{ name: 'web', containerPort: portOf(plain) }];
    await runProbe(partialContext(), { httpGet: { port: 'web', httpHeaders } }, target({ ports }));
    const headers = asked[0]?.headers ?? {};
    for (const [name, value] of Object.entries(expected))
      expect([name, headers[name]]).toEqual([name, value]);
  });

  it('does not ask who signed a certificate', async () => {
    const probe = (scheme: 'HTTP' | 'HTTPS', server: Server): Probe => ({
      httpGet: { scheme, port: portOf(server) },
    });
    expect(await runProbe(partialContext(), probe('HTTPS', tls), target())).toBe('success');
    expect(await runProbe(partialContext(), probe('HTTPS', plain), target())).toBe('failure');
  });

  it.each<[string, Probe, string]>([
    ['no such port name', { httpGet: { port: 'web' } }, 'error'],
    ['no such number', { tcpSocket: { port: 70_000 } }, 'error'],
    ['nobody listens for HTTP', { httpGet: { port: 1 } }, 'failure'],
    ['nobody listens', { tcpSocket: { port: 1 } }, 'failure'],
    ['no handler', {}, 'error'],
    [
      'a header that cannot be sent',
      { httpGet: { port: 1, httpHeaders: [{ name: 'a b', value: '' }] } },
      'failure',
    ],
  ])('%s', async (_, probe, outcome) => {
    expect(await runProbe(partialContext(), probe, target())).toBe(outcome);
  });

  it('is not tried without an address', async () => {
    const nowhere = { ...target(), address: '' };
    for (const action of [{ httpGet: { port: 80 } }, { tcpSocket: { port: 80 } }, { grpc: { port: 80 } }]) {
      expect(await runProbe(partialContext(), action, nowhere)).toBe('failure');
    }
  });

  it('connects to a port by its name', async () => {
    const ports = [{ name: 'web', containerPort: portOf(plain) }];
    const outcome = await runProbe(
      partialContext(),
      { tcpSocket: { port: 'web', host: '127.0.0.1' } },
      target({ ports }),
    );
    expect(outcome).toBe('success');
  });
});

describe('a gRPC health service', () => {
  const server = new GrpcServer();
  const seen: Buffer[] = [];
  const agents: unknown[] = [];
  let port = 0;
  const asIs = (bytes: Buffer): Buffer => bytes;

  beforeAll(async () => {
    const check: handleUnaryCall<Buffer, Buffer> = (call, answer) => {
      seen.push(call.request);
      agents.push(call.metadata.get('user-agent')[0]);
      const name = call.request.subarray(2).toString();
      if (name === 'hang') return;
      if (name === 'unknown') answer({ code: status.NOT_FOUND, details: 'no such service' });
      else answer(null, Buffer.from(name === 'down' ? [0x08, 2] : [0x08, 1]));
    };
    server.register('/grpc.health.v1.Health/Check', check, asIs, asIs, 'unary');
    port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
        if (error) reject(error);
        else resolve(bound);
      });
    });
  });
  afterAll(() => {
    server.forceShutdown();
  });

  it.each<[string, string]>([
    ['', 'success'],
    ['mine', 'success'],
    ['down', 'failure'],
    ['unknown', 'failure'],
    ['hang', 'failure'],
  ])('asked for "%s"', async (service, outcome) => {
    expect(await runProbe(partialContext(), { grpc: { port, service } }, target())).toBe(outcome);
    expect(String(agents.at(-1))).toMatch(/^kube-probe\/1\.37/);
  });

  it('nobody listens', async () => {
    expect(await runProbe(partialContext(), { grpc: { port: 1 } }, target())).toBe('failure');
  });

  it('is unknown to kubelets before 1.24', async () => {
    seen.length = 0;
    expect(await runProbe(partialContext('1.20'), { grpc: { port } }, target())).toBe('error');
    expect(seen).toEqual([]);
  });
});
