// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { defaultRun } from '#app/run/run-options.js';
import { reportFormats } from '#app/shared/report-formats.js';
import { allCommands } from '#cli/all-commands.js';
import { configuredValues, flagName, optionsFrom, valuesOf } from '#cli/flag.js';
import { helpOf } from '#cli/flag-option.js';
import { colorFlags, sharedFlags } from '#cli/shared-flags.js';
import { settingTypes } from '#cli/target-from-flags.js';

const formats = reportFormats.map(({ name }) => name);
const flags = [
  {
    flags: '-w, --workers <n>',
    help: 'at a time',
    group: 'Run:',
    parse: 'count',
    option: 'workers',
    config: 'execution.workers',
  },
  { flags: '--allow-kubelet', help: 'go on', group: 'Run:', option: 'allowKubelet' },
  { flags: '--pace <pace>', help: 'waits', group: 'Run:', choices: ['compressed', 'kubelet'] },
  { flags: '--color <when>', help: 'when', group: 'Run:', choices: ['always'] },
  { flags: '--no-color', help: 'never', group: 'Run:' },
] as const;

describe('the values of flags', () => {
  it('have the names and types that the flags say', () => {
    const values = valuesOf(flags, { workers: 3, allowKubelet: true, pace: 'kubelet', others: 1 });
    const workers: number | undefined = values.workers;
    const pace: 'compressed' | 'kubelet' | undefined = values.pace;
    expect({ ...values, workers, pace }).toEqual({ workers: 3, allowKubelet: true, pace: 'kubelet' });
  });

  it.each([{ color: 'always' }, { color: false }])('of two flags with one name are %j', (read) => {
    expect(valuesOf(flags, read)).toEqual(read);
  });

  it.each([{ workers: '3' }, { allowKubelet: 'yes' }, { pace: 'fast' }, { color: true }])(
    'are checked: %j is a mistake of ours',
    (read) => {
      expect(() => valuesOf(flags, read)).toThrow(TypeError);
    },
  );

  it('set the options that the flags name', () => {
    expect(optionsFrom(flags, { workers: 3, pace: 'kubelet' })).toEqual({
      workers: 3,
      allowKubelet: undefined,
    });
  });

  it('come from the config file as well', () => {
    const settings = new Map<string, unknown>([
      ['execution.workers', 2],
      ['execution.others', 9],
    ]);
    expect(configuredValues(flags, settings)).toEqual({ workers: 2 });
    expect(configuredValues(flags, undefined)).toEqual({});
    expect(() => configuredValues(flags, new Map([['execution.workers', 'two']]))).toThrow(TypeError);
  });
});

describe('the help of a flag', () => {
  const base = { flags: '--x <x>', group: 'Run:' } as const;

  it.each([
    [{ ...base, help: 'so long', parse: 'duration', option: 'rpcTimeoutMs' }, 'so long (default: 2m)'],
    [{ ...base, help: 'so much', parse: 'size', option: 'maxEvidenceBytes' }, 'so much (default: 1GB)'],
    [{ ...base, help: 'so many', parse: 'count', option: 'workers' }, 'so many'],
    [
      { ...base, help: 'so long', parse: 'duration', option: 'waitReadyMs', defaultNote: '; 2m later' },
      'so long (default: 0; 2m later)',
    ],
    [{ ...base, help: 'whom', option: 'runtimeHandler' }, 'whom'],
    [{ ...base, help: 'whether', option: 'debug' }, 'whether'],
    [
      { ...base, parse: 'formats', option: 'reporters' },
      `${formats.join(', ')}, none (default: ${formats.join(',')})`,
    ],
  ] as const)('of %j', (flag, help) => {
    expect(helpOf(flag)).toBe(help);
  });
});

describe('all flags', () => {
  const byCommand = allCommands.map(({ name, flags: own }) => ({ name, flags: [...own, ...colorFlags] }));

  it.each(byCommand)('of $name have names of their own', ({ flags: own }) => {
    const names = own.map((flag) => flag.flags.replace(/^.*--/, '').replace(/ .*/, ''));
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(byCommand)('of $name say what they are for', ({ flags: own }) => {
    expect(own.filter((flag) => helpOf(flag) === '')).toEqual([]);
  });

  it('set each option once', () => {
    const options = sharedFlags.flatMap(({ option }) => option ?? []);
    expect(new Set(options).size).toBe(options.length);
    expect(options.filter((option) => !(option in defaultRun))).toEqual([]);
  });

  it('that leave a command out name one', () => {
    const left = sharedFlags.flatMap(({ notFor = [] }) => notFor);
    expect(left.filter((name) => !allCommands.some((command) => command.name === name))).toEqual([]);
  });

  it('are called as commander calls them', () => {
    expect(sharedFlags.map(flagName)).toContain('runtimeEndpoint');
  });

  it('that the config file mirrors', () => {
    expect(settingTypes(sharedFlags)).toMatchObject({
      'timeouts.connect': 'duration',
      'timeouts.waitReady': 'duration',
      'timeouts.rpc': 'duration',
      'timeouts.global': 'duration',
      'select.skip': 'list',
      'execution.workers': 'count',
      'execution.maxEvidence': 'size',
      'reports.output': 'text',
      'reports.formats': 'formats',
    });
  });
});
