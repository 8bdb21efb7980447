// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { contentsOf } from '../../occasions/inside/inside.js';
import { unexercised } from '../../verdict.js';

export const containerEnvironmentTerminal: Contract = {
  id: 'container.environment.terminal',
  level: 'must',
  since: '0.1.0',
  title: 'A program has a controlling terminal if one was requested, and only then',
  reference: {
    source: 'CRI v1, ContainerConfig.tty',
    says: 'a terminal is allocated for the program',
  },
  consequence: 'Shells in kubectl run -it show no prompt and take no Ctrl-C, or logs get carriage returns.',
  covers: ['CTR-026'],
  check: (evidence) =>
    judgeEach(
      contentsOf(evidence, '/proc/self/stat').filter(({ isMain }) => isMain),
      'no program showed its terminal',
      ({ life, output, calls }) => {
        const terminal = terminalIn(output);
        if (terminal === undefined) return unexercised('the state of a process could not be read');
        const expected = life.config.tty === true ? 'a terminal' : 'no terminal';
        const actual = terminal === 0 ? 'no terminal' : 'a terminal';
        return holds(calls, actual === expected, { expected, actual });
      },
    ),
};

/** proc(5): the seventh field of /proc/self/stat; the name before it may contain anything. */
function terminalIn(stat: string): number | undefined {
  const number = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4] ?? '';
  return /^-?\d+$/.test(number) ? Number(number) : undefined;
}
