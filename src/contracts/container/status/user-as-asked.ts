// SPDX-License-Identifier: Apache-2.0
import type {
  LinuxContainerSecurityContext as Context,
  LinuxContainerUser,
} from '#cri/proto/generated/messages.js';
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { imageUser } from '../../occasions/image-names.js';
import { unsupported } from '../../verdict.js';

export const containerStatusUserAsAsked: Contract = {
  id: 'container.status.user-as-asked',
  level: 'must',
  since: '0.1.0',
  title:
    'If the status says as which user a container runs, it is the requested user with the requested groups',
  reference: {
    source: 'CRI v1, ContainerStatus.user; KEP-3619',
    says: 'uid, gid and supplemental groups are those of the first process of the container',
  },
  consequence: 'The API shows a container as unprivileged that runs as root.',
  covers: ['CST-024', 'A3'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => statusViews(life).map((view) => ({ life, view }))),
      'no container status was read',
      ({ life, view: { call, state, status } }) => {
        const said = status.user?.linux;
        if (said === undefined) {
          // A program may have ended before its runtime could look.
          const isDue = state === 'CONTAINER_RUNNING' && !evidence.isUpgraded();
          const promise = isDue ? promisedUser(evidence) : undefined;
          return promise === undefined
            ? unsupported([call.seq], 'the status has no user')
            : holds([promise, call], false, {
                expected: 'a user, as the runtime has the feature supplemental_groups_policy',
                actual: 'none',
              });
        }
        const wrong = wrongUser(evidence, life, said);
        return holds([life.create, call], wrong.length === 0, {
          expected: wrong.map(([expected]) => expected).join(', '),
          actual: wrong.map(([, actual]) => actual).join(', '),
        });
      },
    ),
};

/** A Status that claims the feature which comes with the field. */
function promisedUser(evidence: Evidence): ReturnType<Evidence['calls']['at']> {
  return evidence
    .answered('Status')
    .find(({ outcome }) => outcome.response.features?.supplemental_groups_policy === true);
}

type Wrong = readonly [expected: string, actual: string];

function wrongUser(evidence: Evidence, life: ContainerHistory, said: LinuxContainerUser): readonly Wrong[] {
  const context = life.config.linux?.security_context ?? {};
  const uid = uidOf(evidence, life);
  const isRoot = uid === '0';
  return [
    ...differs('uid', uid, said.uid),
    ...differs('gid', wantedGid(context, isRoot), said.gid),
    ...wrongGroups(context, said, isRoot),
  ];
}

/** Undefined: by name, or nobody knows. */
function uidOf(evidence: Evidence, { config }: ContainerHistory): string | undefined {
  const { run_as_user: user, run_as_username: name = '' } = config.linux?.security_context ?? {};
  if (name !== '') return undefined;
  return user === undefined ? imageUser(evidence, config.image) : (user.value ?? '0');
}

/** Without a group the image decides, but none of ours has another one for root. */
function wantedGid({ run_as_group: group }: Context, isRoot: boolean): string | undefined {
  return group === undefined ? (isRoot ? '0' : undefined) : (group.value ?? '0');
}

function wrongGroups(
  { supplemental_groups: asked = [], supplemental_groups_policy: policy }: Context,
  { gid = '0', supplemental_groups: groups = [] }: LinuxContainerUser,
  isRoot: boolean,
): readonly Wrong[] {
  const missing = asked.filter((group) => !groups.includes(group));
  // The image may put a user into more groups, and no image of ours does so with root.
  const isKnown = isRoot || policy === 'Strict';
  const extra = isKnown ? groups.filter((group) => !asked.includes(group) && group !== gid) : [];
  return missing.length + extra.length === 0
    ? []
    : [[`groups ${asked.join(' ') || 'none'}`, `groups ${groups.join(' ') || 'none'}`]];
}

function differs(field: string, expected: string | undefined, actual = '0'): readonly Wrong[] {
  return expected === undefined || actual === expected
    ? []
    : [[`${field} ${expected}`, `${field} ${actual}`]];
}
