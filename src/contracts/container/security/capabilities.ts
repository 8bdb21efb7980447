// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import { allCapabilities, capabilityBit, capabilityNames } from '#base/capability-names.js';
import type { Evidence } from '#evidence/evidence.js';
import { shown, type InsideView } from '../../occasions/inside/inside.js';
import type { Verdict } from '../../verdict.js';

export const containerSecurityCapabilities: Contract = {
  id: 'container.security.capabilities',
  level: 'must',
  since: '0.1.0',
  title:
    'A program has the capabilities that were requested, lacks those that were dropped, and gets no dangerous one unasked',
  reference: {
    source: 'CRI v1, LinuxContainerSecurityContext.capabilities and privileged',
    says: 'named capabilities are added to or removed from the default set; ALL stands for every one',
  },
  consequence: 'A container that gave up its privileges still has them, or programs fail that need one.',
  covers: ['CTR-022', 'P1'],
  check: (evidence) =>
    judgeEach(shown(evidence, 'caps'), 'no program showed its capabilities', (seen) => judge(evidence, seen)),
};

/** No default set of a runtime has them. */
const dangerous = ['SYS_ADMIN', 'SYS_MODULE', 'SYS_RAWIO', 'SYS_BOOT', 'SYS_TIME', 'MAC_ADMIN'];

function judge(evidence: Evidence, { life, output, calls }: InsideView): Verdict {
  const context = life.config.linux?.security_context ?? {};
  const bounding = maskIn(output, 'CapBnd');
  const effective = maskIn(output, 'CapEff');
  const { must, mustNot } = asked(context);
  const wanted = must & ~maskOf(evidence.header.host.lacks.map(plain));
  // The kernel takes them from other users when the program is executed.
  const missing = wanted & ~(isRoot(context) ? bounding & effective : bounding);
  const excess = (bounding | effective) & mustNot;
  return holds(calls, missing === 0n && excess === 0n, {
    expected: [...namesIn(missing), ...namesIn(excess).map((name) => `no ${name}`)].join(', '),
    actual: output
      .split('\n')
      .filter((line) => /^Cap(Bnd|Eff)/.test(line))
      .join(', ')
      .replaceAll('\t', ' '),
  });
}

function isRoot({ run_as_user: user, run_as_username: name = '' }: LinuxContainerSecurityContext): boolean {
  return name === '' && Number(user?.value ?? 0) === 0;
}

interface Asked {
  readonly must: bigint;
  readonly mustNot: bigint;
}

/** What all runtimes agree on, whatever their default set. */
function asked({ privileged, capabilities }: LinuxContainerSecurityContext): Asked {
  // A kernel may have more of them than we know, or fewer.
  if (privileged === true) return { must: maskOf(dangerous), mustNot: 0n };
  const { add_capabilities: add = [], drop_capabilities: drop = [] } = capabilities ?? {};
  const single = maskOf(add.filter((name) => plain(name) !== 'ALL'));
  const hasAll = add.some((name) => plain(name) === 'ALL');
  const dropsAll = drop.some((name) => plain(name) === 'ALL');
  const dropped = maskOf(drop.filter((name) => plain(name) !== 'ALL')) & ~single;
  if (hasAll) return { must: dropsAll ? 0n : maskOf(dangerous) & ~dropped, mustNot: dropsAll ? 0n : dropped };
  if (dropsAll) return { must: single, mustNot: allCapabilities & ~single };
  return { must: single & ~maskOf(drop), mustNot: (maskOf(dangerous) | dropped) & ~single };
}

const plain = (name: string): string => name.toUpperCase().replace(/^CAP_/, '');

function maskOf(names: readonly string[]): bigint {
  return names.reduce((mask, name) => mask | capabilityBit(plain(name)), 0n);
}

const namesIn = (mask: bigint): readonly string[] =>
  capabilityNames.filter((name) => (mask & capabilityBit(name)) !== 0n);

function maskIn(output: string, name: string): bigint {
  return BigInt(`0x${new RegExp(`^${name}:\\t([0-9a-f]{16})$`, 'm').exec(output)?.[1] ?? '0'}`);
}
