// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown, type InsideView } from '../../occasions/inside/inside.js';
import { imageDefaults } from '../../occasions/words.js';
import type { Verdict } from '../../verdict.js';

export const containerEnvironmentVariables: Contract = {
  id: 'container.environment.variables',
  level: 'must',
  since: '0.1.0',
  title:
    'The environment of a program has the requested variables and those of its image, and none of another container',
  reference: {
    source: 'CRI v1, ContainerConfig.envs; kubelet, makeEnvironmentVariables',
    says: 'the variables are set for the program of this container, also over those of the image',
  },
  consequence: 'Programs run without their settings, or with the secrets of another pod.',
  covers: ['CTR-017', 'A6'],
  check: (evidence) =>
    judgeEach(shown(evidence, 'env'), 'no program showed its environment', (seen) => judge(evidence, seen)),
};

function judge(evidence: Evidence, seen: InsideView): Verdict {
  const asked = variablesOf(evidence, seen.life);
  const missing = [...asked].filter(([name, value]) => !has(seen, name, value)).map(([name]) => name);
  const foreign = othersVariables(evidence, seen.life, asked).filter(([name, value]) =>
    has(seen, name, value),
  );
  const names = [...missing, ...foreign.map(([name]) => name)];
  return holds(seen.calls, names.length === 0, {
    expected: [...asked]
      .filter(([name]) => missing.includes(name))
      .map(([name, value]) => `${name}=${value}`)
      .concat(foreign.map(([name]) => `no ${name}, which is of another container`))
      .join(', '),
    actual: names.map((name) => `${name}${valueOf(seen, name)}`).join(', '),
  });
}

/** A single variable is shown alone; any other is not in question. */
function has(seen: InsideView, name: string, value: string): boolean {
  const { statement, output } = seen;
  const only = statement.do === 'show' ? statement.name : undefined;
  if (only !== undefined) return only !== name || output === `${name}=${value}\n`;
  return `\n${output}`.includes(`\n${name}=${value}\n`);
}

function valueOf({ output }: InsideView, name: string): string {
  const line = output.split('\n').find((text) => text.startsWith(`${name}=`));
  return line === undefined ? ' is not set' : line.slice(name.length);
}

type Variables = ReadonlyMap<string, string>;

/** Of several with one name the last is in effect, and each over that of the image. Bytes in v1, text in v1alpha2. */
function variablesOf({ header }: Evidence, { config }: ContainerHistory): Variables {
  const isText = header.target.apiVersion === 'v1alpha2';
  return new Map([
    ...Object.entries(imageDefaults(config)?.env ?? {}),
    ...(config.envs ?? []).map(({ key = '', value = '' }): [string, string] => [
      key,
      isText ? value : Buffer.from(value, 'base64').toString(),
    ]),
  ]);
}

/** What only other containers asked for, in this form. */
function othersVariables(
  evidence: Evidence,
  life: ContainerHistory,
  own: Variables,
): readonly (readonly [string, string])[] {
  return evidence
    .containers()
    .filter(({ id }) => id !== life.id)
    .flatMap((other) => [...variablesOf(evidence, other)])
    .filter(([name, value]) => !own.has(name) && value !== '');
}
