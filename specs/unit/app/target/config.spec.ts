// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { parseYaml } from '#app/target/read-yaml.js';
import { configSchema } from '#app/target/config.js';
import type { Failure } from '#base/failure.js';

describe('the config schema', () => {
  it('reads durations into milliseconds', () => {
    const text = 'apiVersion: criprobe/v1\nkind: Config\ntimeouts: { connect: 2s, rpc: 1m30s }\n';
    expect(parseYaml({ file: 'c', text }, configSchema).timeouts).toEqual({ connect: 2_000, rpc: 90_000 });
  });

  it('reads sizes into bytes', () => {
    const head = 'apiVersion: criprobe/v1\nkind: Config\n';
    const sized = (size: string): string => `${head}execution: { maxEvidence: ${size} }\n`;
    expect(parseYaml({ file: 'c', text: sized('1.5GB') }, configSchema).execution).toEqual({
      maxEvidence: 1_500_000_000,
    });
    expect(() => parseYaml({ file: 'c', text: sized('much') }, configSchema)).toThrow(/"much" is no size/);
  });

  it('knows its keys below lists and sections', () => {
    const head = 'apiVersion: criprobe/v1\nkind: Config\n';
    const fixOf = (more: string): string => {
      try {
        parseYaml({ file: 'c', text: head + more }, configSchema);
      } catch (error) {
        return (error as Failure).fix;
      }
      throw new Error('it was accepted');
    };
    expect(fixOf('targets: [{ nmae: a, managed: reference }]\n')).toBe('did you mean "name"?');
    expect(fixOf('timeouts: { everything: 2s }\n')).toBe('known here: connect, waitReady, rpc, global');
  });

  it('refuses known failures of a version that is none', () => {
    const text =
      'apiVersion: criprobe/v1\nkind: Config\nknownFailing: [{ id: a, reason: b, when: { version: soon } }]\n';
    expect(() => parseYaml({ file: 'c', text }, configSchema)).toThrow(
      'c:3:53: knownFailing[0].when.version: is not a version range',
    );
  });

  it('wants an endpoint or a managed spec, not both', () => {
    const text =
      'apiVersion: criprobe/v1\nkind: Config\ntargets: [{ name: a, managed: reference, runtimeEndpoint: /x }]\n';
    expect(() => parseYaml({ file: 'c', text }, configSchema)).toThrow(
      'expected either runtimeEndpoint or managed',
    );
  });
});
