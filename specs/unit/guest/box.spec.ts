// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { allScenarios } from '#scenarios/all.generated.js';
import { imageDefinitions } from '#test-registry/image-definitions.js';
import { box, statementsIn } from '#guest/box.js';
import { parse } from 'yaml';

describe('box', () => {
  it('makes a command of statements, word for word', () => {
    expect(box('on TERM exit 9 after 1500ms', 'print  ready ', 'wait')).toEqual([
      '/box',
      'on TERM exit 9 after 1500ms',
      'print  ready ',
      'wait',
    ]);
    expect(box()).toEqual(['/box']);
  });

  it.each([
    ['prnt ready', 'prnt ready'],
    ['if-file /f exit', 'exit'],
    ['times /f 2 if-file /g dance', 'dance'],
    ['on TERM append ', 'append '],
  ])('takes no statement that the program does not know: %s', (statement, unknown) => {
    expect(() => box('print ready', statement)).toThrow(`the test program does not understand: ${unknown}`);
  });
});

it('leaves programs of others alone', () => {
  expect(statementsIn(['/bin/sh', 'wait'])).toBeUndefined();
  expect(statementsIn(['/box', 'wait', 'dance'])).toEqual([
    { do: 'wait' },
    { do: 'not-understood', text: 'dance' },
  ]);
});

/** Every list of words in it that begins with the program. */
function commandsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value[0] === '/box') return [(value as string[]).map(filledIn)];
  return Object.values(value).flatMap(commandsIn);
}

/** As a kubelet fills in variables. */
function filledIn(word: string): string {
  return word.replaceAll('$(POD_IP)', '10.0.0.1');
}

/** The program does not come to what follows an exit. */
function reached(statements: readonly string[]): readonly string[] {
  const exit = statements.findIndex((statement) => /^exit \d+$/.test(statement));
  return exit === -1 ? statements : statements.slice(0, exit + 1);
}

describe('every command that we hand out is understood:', () => {
  const examples = new URL('../../../examples/', import.meta.url);
  const manifests = readdirSync(examples).filter((name) => name.endsWith('.yaml'));

  it.each<readonly [string, unknown, number]>([
    ['scenarios', allScenarios, 150],
    ['images', imageDefinitions.map(({ config }) => [config, ['/box', ...(config?.Cmd ?? [])]]), 1],
    ['examples', manifests.map((name) => parse(readFileSync(new URL(name, examples), 'utf8')) as unknown), 3],
  ])('those of our %s', (_, holders, atLeast) => {
    const commands = commandsIn(holders);
    expect(commands.length).toBeGreaterThanOrEqual(atLeast);
    for (const [, ...statements] of commands) expect(() => box(...reached(statements))).not.toThrow();
  });
});
