// SPDX-License-Identifier: Apache-2.0
import type { ImageSpec, Int64Value, LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { boxAccounts, boxImage, boxImageUser, type BoxAccount } from '#guest/box-images.js';

/** What a request says of the user of a program, with what is known of the image. */
export interface AskedIdentity {
  /** Undefined: not known. */
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  /** The groups it must have besides the primary one. */
  readonly groups: ReadonlySet<number>;
  /** Whether it may have others. */
  readonly others: 'none' | 'any';
}

export function askedIdentity({ config }: ContainerHistory): AskedIdentity {
  const context = config.linux?.security_context ?? {};
  const account = accountOf(context, config.image ?? {});
  return {
    uid: numberOf(context.run_as_user) ?? account?.uid,
    gid: numberOf(context.run_as_group) ?? account?.gid,
    ...groupsOf(context, account),
  };
}

function groupsOf(
  { supplemental_groups: given = [], supplemental_groups_policy: policy }: LinuxContainerSecurityContext,
  account: BoxAccount | undefined,
): Pick<AskedIdentity, 'groups' | 'others'> {
  const ofImage = policy === 'Strict' ? [] : account?.memberOf;
  const others = ofImage === undefined ? 'any' : 'none';
  return { groups: new Set([...given.map(Number), ...(ofImage ?? [])]), others };
}

/** An empty message is zero. */
const numberOf = (wrapped: Int64Value | undefined): number | undefined =>
  wrapped && Number(wrapped.value ?? 0);

/** Undefined: the image is not one of ours, or does not list it. */
function accountOf(context: LinuxContainerSecurityContext, spec: ImageSpec): BoxAccount | undefined {
  const image = boxImage(spec.user_specified_image ?? spec.image ?? '');
  if (image === undefined) return undefined;
  const uid = numberOf(context.run_as_user);
  return uid === undefined ? named(context.run_as_username ?? boxImageUser(image)) : listed(String(uid));
}

/** `user`, `uid`, `uid:gid`; empty: root. */
function named(text: string): BoxAccount | undefined {
  const [user = '', group] = text.split(':');
  const account = listed(user === '' ? '0' : user);
  return account && group !== undefined ? { ...account, gid: Number(group) } : account;
}

/** A number that the image does not list has the group 0. */
function listed(user: string): BoxAccount | undefined {
  const known = boxAccounts.find(({ name, uid }) => name === user || String(uid) === user);
  if (known !== undefined || !/^\d+$/.test(user)) return known;
  return { name: '', uid: Number(user), gid: 0, memberOf: [] };
}
