// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { configSchema, type ConfiguredTarget } from '#app/target/config.js';
import { resolveTarget } from '#app/target/discover.js';
import { defaultTarget, type TargetOptions } from '#app/target/target-options.js';

const io = { env: {}, cwd: '/', signal: new AbortController().signal };
const own: ConfiguredTarget = {
  name: 'own',
  runtimeEndpoint: '/run/x.sock',
  stopCommand: 'systemctl stop x',
  startCommand: 'systemctl start x',
};
const ours: ConfiguredTarget = { name: 'ours', managed: 'reference' };
const withTargets = (...targets: readonly ConfiguredTarget[]): Partial<TargetOptions> => ({
  config: { targets, settings: new Map() },
});

describe('the commands that make a runtime go and come back', () => {
  it.each<[string, Partial<TargetOptions>, object]>([
    ['nobody gave any', { runtimeEndpoint: '/run/x.sock' }, {}],
    [
      'flags give them',
      { runtimeEndpoint: '/run/x.sock', daemonCommands: { crash: 'pkill x' } },
      { crash: 'pkill x' },
    ],
    [
      'the config file gives them',
      withTargets(own),
      { stop: 'systemctl stop x', start: 'systemctl start x' },
    ],
    [
      'flags win, one by one',
      { ...withTargets(own), daemonCommands: { start: 'x &', restart: 'again' } },
      { stop: 'systemctl stop x', start: 'x &', restart: 'again' },
    ],
  ])('%s', async (_name, options, commands) => {
    expect(await resolveTarget({ ...defaultTarget, ...options }, io)).toMatchObject({
      kind: 'endpoint',
      endpoint: '/run/x.sock',
      commands,
    });
  });

  it.each<[string, Partial<TargetOptions>]>([
    ['by flag', { managed: 'reference' }],
    ['by config file', withTargets(ours)],
  ])('are refused for a managed runtime, named %s', async (_name, options) => {
    await expect(
      resolveTarget({ ...defaultTarget, ...options, daemonCommands: { stop: 'x' } }, io),
    ).rejects.toMatchObject({ code: 'E-USAGE', exit: 2 });
  });

  it.each<[string, ConfiguredTarget, RegExp | undefined]>([
    ['an own runtime with commands', own, undefined],
    ['a managed one', ours, undefined],
    [
      'a managed one with commands',
      { ...ours, stopCommand: 'x' },
      /commands are for a runtime that is there/,
    ],
    ['an empty command', { ...own, stopCommand: '' }, /stopCommand|>=1/],
  ])('in a config file: %s', (_name, target, complaint) => {
    const parsed = configSchema({}).safeParse({
      apiVersion: 'criprobe/v1',
      kind: 'Config',
      targets: [target],
    });
    expect(parsed.success).toBe(complaint === undefined);
    if (complaint !== undefined) expect(JSON.stringify(parsed.error?.issues)).toMatch(complaint);
  });
});
