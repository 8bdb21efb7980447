// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { statusViews } from '#evidence/history/container-history.js';
import { askedIdentity, type AskedIdentity } from '../../occasions/inside/asked-identity.js';
import { lineIn, shown, type InsideView } from '../../occasions/inside/inside.js';
import type { Verdict } from '../../verdict.js';

export const containerSecurityUser: Contract = {
  id: 'container.security.user',
  level: 'must',
  since: '0.1.0',
  title: 'A program runs as the requested user and with the requested groups, and the status says so',
  reference: {
    source:
      'CRI v1, LinuxContainerSecurityContext.run_as_user, run_as_username, run_as_group, supplemental_groups and their policy',
    says: 'the request wins over the image; Merge adds the groups that the image has for the user, Strict does not',
  },
  consequence: 'Programs run as root that must not, or cannot read the volumes of their pod.',
  covers: ['CTR-013', 'CTR-014', 'A3'],
  check: (evidence) =>
    judgeEach(
      [...shown(evidence, 'ids'), ...shown(evidence, 'groups')],
      'no program showed its user',
      (seen) => judge(seen),
    ),
};

function judge(seen: InsideView): Verdict {
  const asked = askedIdentity(seen.life);
  const isIds = seen.output.startsWith('uid=');
  const expected = isIds ? idsOf(asked) : groupsText(asked);
  const inside = isIds ? hasIds(asked, seen.output) : hasGroups(asked, numbersIn(seen.output));
  if (!inside) return holds(seen.calls, false, { expected, actual: lineIn(seen) });
  const told = statusViews(seen.life).find(({ status }) => !isAsSeen(seen, status.user?.linux));
  return holds(told === undefined ? seen.calls : [...seen.calls, told.call], told === undefined, {
    expected: `${lineIn(seen)}, as the program sees it`,
    actual: `user ${JSON.stringify(told?.status.user?.linux ?? {})} in the status`,
  });
}

const idsOf = ({ uid, gid }: AskedIdentity): string =>
  `uid=${uid ?? '(of the image)'} gid=${gid ?? '(of the image)'}`;

function groupsText({ groups, others }: AskedIdentity): string {
  return `groups ${[...groups].join(' ')}${others === 'none' ? ', and no others' : ''}`;
}

function hasIds({ uid, gid }: AskedIdentity, output: string): boolean {
  const [, ...ids] = /^uid=(\d+) gid=(\d+) euid=(\d+) egid=(\d+)$/m.exec(output) ?? [];
  const [user, group, effectiveUser, effectiveGroup] = ids.map(Number);
  return (
    (uid === undefined || (user === uid && effectiveUser === uid)) &&
    (gid === undefined || (group === gid && effectiveGroup === gid))
  );
}

/** A runtime may repeat the primary group. */
function hasGroups({ gid, groups, others }: AskedIdentity, seen: ReadonlySet<number>): boolean {
  if (![...groups].every((group) => seen.has(group))) return false;
  return others === 'any' || [...seen].every((group) => groups.has(group) || group === gid);
}

const numbersIn = (line: string): ReadonlySet<number> => new Set((line.match(/\d+/g) ?? []).map(Number));

type ShownUser = NonNullable<NonNullable<ReturnType<typeof statusViews>[number]['status']['user']>['linux']>;

/** Older runtimes do not show it. The status has the user of the first process. */
function isAsSeen({ output, isMain }: InsideView, user: ShownUser | undefined): boolean {
  if (user === undefined || !isMain) return true;
  if (output.startsWith('uid=')) return output.startsWith(`uid=${user.uid ?? '0'} gid=${user.gid ?? '0'} `);
  const told = new Set((user.supplemental_groups ?? []).map(Number));
  const seen = numbersIn(output);
  const own = Number(user.gid ?? '0');
  const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
    [...one].every((group) => other.has(group) || group === own);
  return isSame(told, seen) && isSame(seen, told);
}
