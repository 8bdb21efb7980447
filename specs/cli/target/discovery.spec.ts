// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { criServer, refuses, silentServer, statusOf, type Fake } from '../../support/fake-servers.js';
import { openBench, type Bench } from '../../support/cli/run-cli.js';

jest.setTimeout(60_000);

let bench: Bench;
const fakes: Fake[] = [];
beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => {
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
  await bench.dispose();
});

const host = (path: string): string => join(bench.directory, 'host', path);

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function listen(path: string, fake: (path: string) => Promise<Fake> = criServer): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  fakes.push(await fake(path));
  return path;
}

/** The line that says what was chosen and why. */
async function chosen(
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<string | undefined> {
  const { stdout } = await bench.criprobe(['doctor', '-t', '500ms', ...args], { env });
  return /runtime at (.*)/.exec(stdout)?.[1];
}

describe('the endpoint', () => {
  it('is taken from the first that names one: flag, environment, config, crictl, kubelet, kubeadm', async () => {
    const env = { CONTAINER_RUNTIME_ENDPOINT: '/from/env' };
    const config = bench.path('cwd/criprobe.yaml');
    await write(
      config,
      'apiVersion: criprobe/v1\nkind: Config\ntargets:\n  - name: mine\n    runtimeEndpoint: /from/config\n',
    );
    await write(host('etc/crictl.yaml'), 'runtime-endpoint: unix:///from/crictl\ntimeout: 2\n');
    await write(
      host('var/lib/kubelet/config.yaml'),
      'kind: KubeletConfiguration\ncontainerRuntimeEndpoint: unix:///from/kubelet\n',
    );
    await write(
      host('var/lib/kubelet/kubeadm-flags.env'),
      'KUBELET_KUBEADM_ARGS="--container-runtime-endpoint=unix:///from/kubeadm --x"\n',
    );

    expect(await chosen(['-r', '/from/flag'], env)).toBe('/from/flag  (from --runtime-endpoint)');
    expect(await chosen([], env)).toBe('/from/env  (from CONTAINER_RUNTIME_ENDPOINT)');
    expect(await chosen()).toBe('/from/config  (target mine of the config file)');
    await rm(config);
    expect(await chosen()).toBe(`unix://${host('from/crictl')}  (from ${host('etc/crictl.yaml')})`);
    await rm(host('etc/crictl.yaml'));
    expect(await chosen()).toBe(
      `unix://${host('from/kubelet')}  (from ${host('var/lib/kubelet/config.yaml')})`,
    );
    await rm(host('var/lib/kubelet/config.yaml'));
    expect(await chosen()).toBe(
      `unix://${host('from/kubeadm')}  (from ${host('var/lib/kubelet/kubeadm-flags.env')})`,
    );
  });

  it('is found when exactly one of the usual sockets answers', async () => {
    await listen(host('run/containerd/containerd.sock'), silentServer);
    const crio = await listen(host('run/crio/crio.sock'));
    expect(await chosen()).toBe(`unix://${crio}  (the only known socket that answers)`);
  });

  it('is not guessed when two answer', async () => {
    const containerd = await listen(host('run/containerd/containerd.sock'));
    const crio = await listen(host('run/crio/crio.sock'));
    const { exit, stderr } = await bench.criprobe(['run']);
    expect(stderr).toContain('[E-ENDPOINT-MANY]');
    expect(stderr).toContain(`-r ${containerd}   or   -r ${crio}`);
    expect(exit).toBe(2);
  });

  it('is missed when nothing is there, with a way to start', async () => {
    const { exit, stderr } = await bench.criprobe(['run']);
    expect(stderr).toMatch(/No runtime was named, and none of the known sockets exists \[E-SOCKET-MISSING\]/);
    expect(stderr).toContain('criprobe run --managed reference');
    expect(exit).toBe(3);
  });

  it('may be written as unix: or as a relative path', async () => {
    await listen(bench.path('cwd/r'));
    for (const form of ['r', './r', `unix:${bench.path('cwd/r')}`, `unix://${bench.path('cwd/r')}`]) {
      const { exit, stdout } = await bench.criprobe(['doctor', '-r', form]);
      expect(stdout).toContain('faked 9.8.7, CRI v1, handlers (default), runc');
      expect(exit).toBe(0);
    }
  });

  it('is waited for while the runtime starts', async () => {
    let asked = 0;
    await listen(bench.path('s'), (path) =>
      criServer(path, {
        Status: () => Promise.resolve(statusOf((asked += 1) < 3 ? { runtime: ['Starting', 'soon'] } : {})),
        PullImage: refuses('dial tcp 127.0.0.1:1: connect: connection refused'),
      }),
    );
    const { stderr } = await bench.criprobe(['run', '-r', bench.path('s'), '--wait-ready', '20s']);
    expect(stderr).toContain('[E-REGISTRY-DOWN]');
    expect(asked).toBeGreaterThanOrEqual(3);
  });
});

describe('a config file', () => {
  const config = (text: string): Promise<void> => write(bench.path('cwd/criprobe.yaml'), text);
  const head = 'apiVersion: criprobe/v1\nkind: Config\n';

  it('with an unknown key shows its place and what was meant', async () => {
    await config(`${head}targets:\n  - name: mine\n    runtimeEndpiont: /x\n`);
    const { exit, stderr } = await bench.criprobe(['run']);
    expect(stderr).toContain(
      `${bench.path('cwd/criprobe.yaml')}:5:5: targets[0].runtimeEndpiont: unknown key`,
    );
    expect(stderr).toContain('[E-CONFIG]');
    expect(stderr).toMatch(/seen {8}runtimeEndpiont: \/x\n {16}\^\n/);
    expect(stderr).toMatch(/fix +did you mean "runtimeEndpoint"\?/);
    expect(exit).toBe(2);
  });

  it('with a wrong value says what is expected', async () => {
    await config(`${head}timeouts:\n  rpc: fast\n`);
    const { exit, stderr } = await bench.criprobe(['run']);
    expect(stderr).toContain('criprobe.yaml:4:8: timeouts.rpc: expected a duration such as 2s');
    expect(exit).toBe(2);
  });

  it('that is no YAML shows the place', async () => {
    await config(`${head}targets: [\n`);
    const { exit, stderr } = await bench.criprobe(['run']);
    expect(stderr).toMatch(/criprobe\.yaml:\d+:\d+: .*\[E-CONFIG\]/);
    expect(exit).toBe(2);
  });

  it('that is named must exist', async () => {
    const { exit, stderr } = await bench.criprobe(['run', '-c', '/no/such.yaml']);
    expect(stderr).toMatch(/\/no\/such\.yaml cannot be read \[E-CONFIG\]/);
    expect(exit).toBe(2);
  });

  it('with several targets wants one named, and knows their names', async () => {
    await config(
      `${head}targets:\n  - { name: old, runtimeEndpoint: /old }\n  - { name: new, managed: reference }\n`,
    );
    expect((await bench.criprobe(['run'])).stderr).toMatch(
      /has 2 targets \[E-USAGE\]\n +fix +--target old \| --target new/,
    );
    expect((await bench.criprobe(['run', '--target', 'odl'])).stderr).toMatch(/did you mean old\?/);
    expect(await chosen(['--target', 'old'])).toBe('/old  (target old of the config file)');
  });

  it('may be JSON', async () => {
    const targets = [{ name: 'mine', runtimeEndpoint: '/from/json' }];
    await write(
      bench.path('cwd/criprobe.json'),
      JSON.stringify({ apiVersion: 'criprobe/v1', kind: 'Config', targets }),
    );
    expect(await chosen()).toBe('/from/json  (target mine of the config file)');
  });

  it('of crictl that is named must exist', async () => {
    const { exit, stderr } = await bench.criprobe(['run'], { env: { CRI_CONFIG_FILE: '/no/crictl.yaml' } });
    expect(stderr).toMatch(/\/no\/crictl\.yaml cannot be read \[E-CONFIG\]/);
    expect(exit).toBe(2);
  });
});
