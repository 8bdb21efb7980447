// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  containerdWithoutCri,
  criServer,
  garbageServer,
  hangUpServer,
  httpServer,
  notCriServer,
  refuses,
  silentServer,
  staleSocket,
  statusOf,
  type Fake,
} from '../../support/fake-servers.js';
import { openBench, type Bench, type CliEnd, type RunCliOptions } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
let socket: string;
const fakes: Fake[] = [];

beforeEach(async () => {
  bench = await openBench();
  socket = bench.path('s');
});

afterEach(async () => {
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
  await bench.dispose();
});

async function given(fake: Promise<Fake>): Promise<void> {
  fakes.push(await fake);
}

const run = (args: readonly string[] = [], options: RunCliOptions = {}): Promise<CliEnd> =>
  bench.criprobe(['run', '-r', socket, ...args], options);
const doctor = (args: readonly string[] = [], options: RunCliOptions = {}): Promise<CliEnd> =>
  bench.criprobe(['doctor', '-r', socket, ...args], options);

/** Where nothing ever comes. */
const briefly = ['-t', '500ms'];

/** `run` refuses with the failure on stderr, `doctor` shows the same in its list. */
async function expectBoth(
  code: string,
  details: readonly RegExp[],
  args: readonly string[] = [],
): Promise<void> {
  const [ran, examined] = await Promise.all([run(args), doctor(args)]);
  for (const text of [ran.stderr, examined.stdout]) {
    expect(text).toContain(`[${code}]`);
    for (const detail of details) expect(text).toMatch(detail);
    expect(text).not.toMatch(/Resolution note|at .*\.js:\d/);
  }
  expect([ran.exit, examined.exit]).toEqual([3, 3]);
}

describe('the socket', () => {
  it('is missing: says so and lists the sockets that are there', async () => {
    const other = join(bench.directory, 'host/run/crio/crio.sock');
    await mkdir(join(bench.directory, 'host/run/crio'), { recursive: true });
    await given(criServer(other));
    await expectBoth('E-SOCKET-MISSING', [
      new RegExp(`No socket at ${socket}`),
      /seen +ENOENT/,
      new RegExp(`fix .*${other}`),
    ]);
  });

  it('may not be opened: names the user and sudo', async () => {
    await given(criServer(socket));
    await chmod(socket, 0o600);
    const ends = [await run([], { uid: 65_534 }), await doctor([], { uid: 65_534 })];
    for (const { exit, stdout, stderr } of ends) {
      expect(stdout + stderr).toMatch(/No permission for .* as user nobody \[E-SOCKET-DENIED\]/);
      expect(stdout + stderr).toMatch(/seen +connect EACCES/);
      expect(stdout + stderr).toMatch(/fix +sudo -E/);
      expect(exit).toBe(3);
    }
  });

  it('lies in a directory that may not be entered', async () => {
    await mkdir(bench.path('locked'), { mode: 0o700 });
    const { exit, stderr } = await bench.criprobe(['run', '-r', bench.path('locked/s')], { uid: 65_534 });
    expect(stderr).toMatch(/No permission for .*\[E-SOCKET-DENIED\]/);
    expect(exit).toBe(3);
  });

  it('is stale', async () => {
    await staleSocket(socket);
    await expectBoth('E-SOCKET-STALE', [
      new RegExp(`Nothing listens on ${socket}`),
      /seen +connect ECONNREFUSED/,
      /journalctl/,
    ]);
  });

  it('is a plain file', async () => {
    await writeFile(socket, '');
    await expectBoth('E-SOCKET-STALE', [new RegExp(`${socket} is not a socket`), /seen +stat: a file/]);
  });

  it('is a directory', async () => {
    await mkdir(socket);
    await expectBoth('E-SOCKET-STALE', [new RegExp(`${socket} is not a socket`), /seen +stat: a directory/]);
  });

  it('is written as something that is no unix socket', async () => {
    const { exit, stderr } = await bench.criprobe(['run', '-r', 'tcp://127.0.0.1:1']);
    expect(stderr).toContain('[E-ENDPOINT-FORM]');
    expect(exit).toBe(2);
  });
});

describe('the server', () => {
  it('speaks HTTP/1.1', async () => {
    await given(httpServer(socket));
    await expectBoth('E-NOT-GRPC', [
      /does not speak gRPC \(looks like the Docker API/,
      /seen +HTTP\/1\.1 400/,
      /fix +docker\.sock/,
    ]);
  });

  it('speaks something nobody knows', async () => {
    await given(garbageServer(socket));
    await expectBoth('E-NOT-GRPC', [/does not speak gRPC/, /seen +"220 mail\.example\.test ESMTP/]);
  });

  it('hangs up', async () => {
    await given(hangUpServer(socket));
    await expectBoth('E-NOT-GRPC', [/does not speak gRPC/, /seen +the connection was closed at once/]);
  });

  it('never says a word', async () => {
    await given(silentServer(socket));
    await expectBoth(
      'E-HANG',
      [
        /accepts connections, but never answers/,
        /seen +connected, but received nothing for 500 ms/,
        /--wait-ready/,
      ],
      briefly,
    );
  });

  it('speaks gRPC, and never answers', async () => {
    await given(criServer(socket, { Version: () => new Promise(() => undefined) }));
    await expectBoth(
      'E-HANG',
      [/accepts connections, but never answers/, /seen +Deadline exceeded after 0\.\d/],
      briefly,
    );
  });

  it('is gRPC, but not CRI', async () => {
    await given(notCriServer(socket));
    await expectBoth('E-NOT-CRI', [/is a gRPC server, but not a CRI runtime/, /seen +UNIMPLEMENTED: /]);
  });

  it('is containerd without its CRI service', async () => {
    await given(containerdWithoutCri(socket));
    await expectBoth('E-CRI-DISABLED', [
      /is containerd, but its CRI service is not loaded/,
      /likely +disabled_plugins/,
      /fix +sudo sed/,
    ]);
  });

  it('offers only v1alpha2: doctor calls it too old', async () => {
    await given(criServer(socket, {}, ['v1alpha2']));
    const { exit, stdout } = await doctor();
    expect(stdout).toMatch(/faked 9\.8\.7 is too old: it offers only CRI v1alpha2 \[E-CRI-V1ALPHA2\]/);
    expect(exit).toBe(3);
  });

  it('offers only v1alpha2: run drives it all the same', async () => {
    await given(
      criServer(socket, { PullImage: refuses('dial tcp 127.0.0.1:1: connection refused') }, ['v1alpha2']),
    );
    expect((await run()).stderr).toContain('[E-REGISTRY-DOWN]');
  });

  it('offers only v1, which an old kubelet does not speak', async () => {
    await given(criServer(socket, {}, ['v1']));
    const { exit, stderr } = await run(['--kubelet', '1.22']);
    expect(stderr).toMatch(/Kubelet 1\.22 speaks only CRI v1alpha2, the runtime only v1 \[E-CRI-V1ONLY\]/);
    expect(stderr).toMatch(/fix +--kubelet 1\.23 or newer/);
    expect(exit).toBe(3);
  });

  it('is not ready', async () => {
    await given(
      criServer(socket, {
        Status: () => Promise.resolve(statusOf({ runtime: ['Starting', 'shim is loading'] })),
      }),
    );
    await expectBoth('E-RUNTIME-NOTREADY', [
      /not ready: shim is loading/,
      /seen +RuntimeReady=false Starting: shim is loading/,
    ]);
  });

  it('has no pod network', async () => {
    const network = [
      'NetworkPluginNotReady',
      'Network plugin returns error: cni plugin not initialized',
    ] as const;
    await given(criServer(socket, { Status: () => Promise.resolve(statusOf({ network })) }));
    await expectBoth('E-CNI-NOTREADY', [
      /pod network is not configured: .*cni plugin not initialized/,
      /NetworkPluginNotReady/,
      /\/etc\/cni\/net\.d/,
    ]);
  });

  it('knows no such handler: lists those it has', async () => {
    await given(criServer(socket));
    const { exit, stderr } = await run(['--runtime-handler', 'kata']);
    expect(stderr).toMatch(/has no handler "kata" \[E-HANDLER\]/);
    expect(stderr).toMatch(/fix +choose one of runc/);
    expect(exit).toBe(2);
  });
});

describe('a kubelet', () => {
  const kubelet = async (words: readonly string[], { pid = 812, name = 'kubelet' } = {}): Promise<void> => {
    await mkdir(bench.path(`proc/${pid}`));
    await writeFile(bench.path(`proc/${pid}/comm`), `${name}\n`);
    await writeFile(bench.path(`proc/${pid}/cmdline`), words.join('\0'));
  };

  it('runs here: refused, unless allowed', async () => {
    await given(criServer(socket));
    await kubelet(['kubelet', '--config=/var/lib/kubelet/config.yaml']);
    await expectBoth('E-KUBELET', [
      /A kubelet is running \(pid 812\) and would delete our pods/,
      /--allow-kubelet/,
    ]);
    const allowed = await doctor(['--allow-kubelet']);
    expect(allowed.stdout).toMatch(/ ! A kubelet is running/);
    expect(allowed.exit).toBe(0);
    expect((await doctor(['--allow-kubelet', '--strict'])).exit).toBe(6);
  });

  it.each(['k3s-server', 'k3s-agent', 'kubelite'])('runs inside of %s: refused', async (name) => {
    await given(criServer(socket));
    await kubelet([name], { name });
    expect((await run([])).stderr).toContain(`A kubelet is running (pid 812, ${name})`);
  });

  it('runs beside one that works on another socket: refused', async () => {
    await given(criServer(socket));
    await kubelet(['kubelet', '--container-runtime-endpoint=unix:///run/elsewhere.sock']);
    await kubelet(['kubelet'], { pid: 813 });
    expect((await run([])).stderr).toContain('A kubelet is running (pid 813)');
  });

  it('answers on its health port only', async () => {
    await given(criServer(socket));
    const health = createServer((_, response) => response.end('ok'));
    await new Promise<void>((resolve) => health.listen(0, '127.0.0.1', resolve));
    const address = `127.0.0.1:${String((health.address() as AddressInfo).port)}`;
    const { exit, stderr } = await run([], { env: { CRIPROBE_KUBELET_HEALTHZ: address } });
    health.close();
    expect(stderr).toContain(`A kubelet is running (${address}/healthz answers)`);
    expect(exit).toBe(3);
  });

  it('works on another socket by its config file: no obstacle', async () => {
    await given(criServer(socket));
    await writeFile(
      bench.path('host/kubelet.yaml'),
      'containerRuntimeEndpoint: "unix:///run/elsewhere.sock"\n',
    );
    await kubelet(['kubelet', '--config', '/kubelet.yaml']);
    expect((await doctor()).stdout).toContain('no kubelet uses this runtime');
  });

  it('works on another socket: no obstacle', async () => {
    await given(criServer(socket));
    await kubelet(['kubelet', '--container-runtime-endpoint=unix:///run/elsewhere.sock']);
    const { exit, stdout } = await doctor();
    expect(stdout).toContain('no kubelet uses this runtime');
    expect(exit).toBe(0);
  });
});

describe('sandboxes of an earlier run', () => {
  it('are named, with the command that removes them', async () => {
    const items = [{ id: 'a', labels: { 'io.criprobe.run': '7f3a' } }, { id: 'b' }];
    await given(criServer(socket, { ListPodSandbox: () => Promise.resolve({ items }) }));
    const { exit, stdout } = await doctor();
    expect(stdout).toContain(' ! sandboxes of other runs are on this runtime: 1 (run 7f3a)');
    expect(stdout).toMatch(new RegExp(`fix +criprobe cleanup -r ${socket}`));
    expect(exit).toBe(0);
  });
});

describe('the first pod', () => {
  /** Tries one pod: by `run` before its scenarios, by `doctor` when asked to. */
  async function expectRefused(code: string, details: readonly RegExp[], exit = 3): Promise<void> {
    const [ran, examined] = await Promise.all([run(), doctor(['--try-pod'])]);
    for (const text of [ran.stderr, examined.stdout]) {
      expect(text).toContain(`[${code}]`);
      for (const detail of details) expect(text).toMatch(detail);
    }
    expect([ran.exit, examined.exit]).toEqual([exit, 3]);
  }

  const pull = (message: string): Promise<void> => given(criServer(socket, { PullImage: refuses(message) }));
  const sandbox = (message: string): Promise<void> =>
    given(criServer(socket, { RunPodSandbox: refuses(message) }));

  it('needs a sandbox image that cannot be pulled', async () => {
    await sandbox(
      'failed to get sandbox image "pause.example.test/pause:3.8": failed to pull image "pause.example.test/pause:3.8": dial tcp: lookup pause.example.test: no such host',
    );
    await expectRefused('E-SANDBOX-IMAGE', [
      /sandbox image pause\.example\.test\/pause:3\.8/,
      /sandbox_image/,
    ]);
  });

  it('meets a runtime that wants TLS from our registry', async () => {
    await pull(
      'failed to do request: Head "https://127.0.0.1:1/v2/box": http: server gave HTTP response to HTTPS client',
    );
    await expectRefused('E-REGISTRY-HTTP', [
      /refuses plain HTTP from our registry 127\.0\.0\.1:\d+/,
      /insecure = true/,
    ]);
  });

  it('meets a registry that requires credentials', async () => {
    await pull(
      'failed to resolve reference: pulling from host failed with status code [manifests 1]: 401 Unauthorized',
    );
    await expectRefused('E-REGISTRY-AUTH', [/requires credentials/, /401 Unauthorized/]);
  });

  it('meets a registry that cannot be reached', async () => {
    await pull(
      'failed to do request: Head "http://127.0.0.1:1/v2/": dial tcp 127.0.0.1:1: connect: connection refused',
    );
    await expectRefused('E-REGISTRY-DOWN', [
      /cannot reach our registry 127\.0\.0\.1:\d+/,
      /connection refused/,
    ]);
  });

  it('has an image reference that cannot be read', async () => {
    await pull('failed to parse image reference "UPPER CASE": invalid reference format');
    await expectRefused('E-IMAGE-REF', [/cannot parse the image reference/], 2);
  });

  it('finds its name taken', async () => {
    await sandbox('failed to reserve sandbox name "trial_a_b_0": name "trial_a_b_0" is reserved for "4f1d"');
    await expectRefused('E-NAME-RESERVED', [/An earlier run left its name behind/, /criprobe cleanup/]);
  });

  it('finds no network', async () => {
    await sandbox('failed to setup network for sandbox "4f1d": cni plugin not initialized');
    await expectRefused('E-CNI-NOTREADY', [/pod network is not configured/]);
  });

  it('finds no handler', async () => {
    await sandbox('failed to get sandbox runtime: no runtime for "kata" is configured');
    await expectRefused('E-HANDLER', [/has no handler/], 2);
  });

  it('sees the runtime go away', async () => {
    const leaves = (): Promise<never> => {
      void Promise.all(fakes.splice(0).map((fake) => fake.close()));
      return new Promise(() => undefined);
    };
    await given(criServer(socket, { RunPodSandbox: leaves }));
    const { exit, stderr } = await run();
    expect(stderr).toMatch(/The runtime disappeared during RunPodSandbox \[E-RUNTIME-GONE\]/);
    expect(exit).toBe(1);
  });

  it('gets no answer in time', async () => {
    await given(criServer(socket, { PullImage: () => new Promise(() => undefined) }));
    const { exit, stdout } = await doctor(['--try-pod', '--rpc-timeout', '300ms']);
    expect(stdout).toMatch(/PullImage was not answered before our deadline \[E-RPC-TIMEOUT\]/);
    expect(stdout).toMatch(/seen +Deadline exceeded after 0\.\d/);
    expect(exit).toBe(3);
  });
});
