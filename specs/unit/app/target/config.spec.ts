// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { parseYaml } from '#app/target/read-yaml.js';
import { configSchema } from '#app/target/config.js';
import type { Failure } from '#base/failure.js';

const schema = configSchema({
  'timeouts.connect': 'duration',
  'timeouts.rpc': 'duration',
  'execution.maxEvidence': 'size',
  'execution.pace': ['slow', 'fast'],
});

describe('the config schema', () => {
  it('reads durations into milliseconds', () => {
    const text = 'apiVersion: criprobe/v1\nkind: Config\ntimeouts: { connect: 2s, rpc: 1m30s }\n';
    expect(parseYaml({ file: 'c', text }, schema).settings).toEqual(
      new Map([
        ['timeouts.connect', 2_000],
        ['timeouts.rpc', 90_000],
      ]),
    );
  });

  it('reads sizes into bytes', () => {
    const head = 'apiVersion: criprobe/v1\nkind: Config\n';
    const sized = (size: string): string => `${head}execution: { maxEvidence: ${size} }\n`;
    expect(parseYaml({ file: 'c', text: sized('1.5GB') }, schema).settings.get('execution.maxEvidence')).toBe(
      1_500_000_000,
    );
    expect(() => parseYaml({ file: 'c', text: sized('much') }, schema)).toThrow(
      /expected a size such as 500MB or 1.5GB, found "much"/,
    );
  });

  it('knows its keys below lists and sections', () => {
    const head = 'apiVersion: criprobe/v1\nkind: Config\n';
    const fixOf = (more: string): string => {
      try {
        parseYaml({ file: 'c', text: head + more }, schema);
      } catch (error) {
        return (error as Failure).fix;
      }
      throw new Error('it was accepted');
    };
    expect(fixOf('targets: [{ nmae: a, managed: reference }]\n')).toBe('did you mean "name"?');
    expect(fixOf('timouts: {}\n')).toBe('did you mean "timeouts"?');
    expect(fixOf('timeouts: { everything: 2s }\n')).toBe('known keys: connect, rpc');
  });

  it('takes one of the words of a setting', () => {
    const paced = (pace: string): string =>
      `apiVersion: criprobe/v1\nkind: Config\nexecution: { pace: ${pace} }\n`;
    expect(parseYaml({ file: 'c', text: paced('fast') }, schema).settings.get('execution.pace')).toBe('fast');
    expect(() => parseYaml({ file: 'c', text: paced('rapid') }, schema)).toThrow(/expected slow or fast/);
  });

  it('refuses known failures of a version that is none', () => {
    const text =
      'apiVersion: criprobe/v1\nkind: Config\nknownFailing: [{ id: a, reason: b, when: { version: soon } }]\n';
    expect(() => parseYaml({ file: 'c', text }, schema)).toThrow(
      'c:3:53: knownFailing[0].when.version: is not a version range',
    );
  });

  it('wants an endpoint or a managed spec, not both', () => {
    const text =
      'apiVersion: criprobe/v1\nkind: Config\ntargets: [{ name: a, managed: reference, runtimeEndpoint: /x }]\n';
    expect(() => parseYaml({ file: 'c', text }, schema)).toThrow(
      'expected either runtimeEndpoint or managed',
    );
  });
});
