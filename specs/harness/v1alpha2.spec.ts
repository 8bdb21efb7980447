// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serveCri, type CriServer } from '#cri/server/server.js';
import { loadDefinitions } from '#cri/proto/definitions.js';
import type { Result } from '#results/result.js';
import { createReferenceRuntime, type ReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import { recordedCalls } from '../support/recorded-calls.js';
import { openBench, type Bench, type CliEnd } from '../support/cli/run-cli.js';

describe('a runtime that speaks nothing but v1alpha2', () => {
  let bench: Bench;
  let runtime: ReferenceRuntime;
  let server: CriServer;
  let run: CliEnd;
  let result: Result;

  beforeAll(async () => {
    bench = await openBench();
    runtime = createReferenceRuntime();
    const listen = bench.path('cri.sock');
    server = await serveCri({ listen, handlers: runtime.handlers, apiVersions: ['v1alpha2'] });
    run = await bench.criprobe(['run', '-r', listen, '--json', '--output', bench.path('out')]);
    result = JSON.parse(run.stdout) as Result;
  }, 300_000);
  afterAll(async () => {
    await runtime.close();
    await server.close();
    await bench.dispose();
  });

  const ofKind = (kind: string): readonly string[] =>
    result.rulings.filter(({ verdict }) => verdict === kind).map(({ contract }) => contract);

  it('is called too old by doctor', async () => {
    const { exit, stdout } = await bench.criprobe(['doctor', '-r', bench.path('cri.sock')]);
    expect(stdout).toContain('E-CRI-V1ALPHA2');
    expect(stdout).toContain('v1alpha2');
    expect(exit).toBe(3);
  });

  it('is run all the same, with a note', () => {
    expect(run.stderr).toMatch(/note +.*v1alpha2/);
    expect(run.exit).toBe(0);
    expect(result.scenarios.length).toBeGreaterThan(20);
  });

  it('is not found wanting in what both versions have', () => {
    expect(result.rulings.filter(({ verdict }) => verdict === 'violated' || verdict === 'undecided')).toEqual(
      [],
    );
    expect(ofKind('held').length).toBeGreaterThan(90);
  });

  it('is not blamed for what v1alpha2 has no call or field for', () => {
    // Nobody gave commands for its daemon: what outlives that is another matter.
    const without = [...ofKind('unsupported'), ...ofKind('unexercised')];
    expect(without.filter((id) => !/^(restart|node)\./.test(id)).sort()).toEqual([
      'checkpoint.container.archive-written',
      'checkpoint.container.goes-on',
      'container.security.nothing-hidden',
      'container.security.user-namespace',
      'container.status.image-id',
      'container.status.stop-signal',
      'container.status.user-as-asked',
      'events.life.complete',
      'events.life.of-sandbox',
      'events.order.once',
      'events.payload.agrees',
      'events.payload.all-containers',
      'events.payload.sandbox-metadata',
      'events.payload.state-forward',
      'events.payload.times',
      'image.volume.content',
      'runtime.config.static',
      'runtime.status.features-true',
      'runtime.status.handlers-unique',
      'sandbox.status.containers-agree',
      'stats.metrics.agree',
      'stats.metrics.described',
      'stats.metrics.of-pods',
    ]);
  });

  it('is sent nothing but calls of v1alpha2', async () => {
    const calls = [...(await recordedCalls(bench.path('out/evidence.jsonl'))).values()];
    const definitions = loadDefinitions('v1alpha2');
    const beyond = calls.filter(({ rpc }) => !definitions.has(rpc));
    expect(calls.length).toBeGreaterThan(500);
    expect(
      beyond.filter(({ outcome }) => outcome.kind !== 'refused' || outcome.code !== 'UNIMPLEMENTED'),
    ).toEqual([]);
  });
});
