// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import type { ImageContent, StoredImage } from '../image/stored-image.js';
import { invalid } from '../refuse.js';

/** User and groups of a process. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** All groups, including the first one. */
  readonly groups: readonly number[];
}

interface Account {
  readonly uid: number;
  readonly gid: number;
  /** Empty: the image does not list it. */
  readonly name: string;
}

/** The request wins over the image; the default is root. */
export function identityOf(context: LinuxContainerSecurityContext, image: StoredImage): Identity {
  checkCombination(context);
  const { run_as_user: user, run_as_username: name, run_as_group: group } = context;
  const wanted = user === undefined ? (name ?? image.config.User ?? '') : String(Number(user.value ?? 0));
  const account = accountOf(wanted, image.content);
  const gid = group === undefined ? account.gid : Number(group.value ?? 0);
  const given = (context.supplemental_groups ?? []).map(Number);
  const own = context.supplemental_groups_policy === 'Strict' ? [] : memberships(account, image.content);
  return { uid: account.uid, gid, groups: [...new Set([gid, ...own, ...given])] };
}

function checkCombination({
  run_as_user: user,
  run_as_username: name,
  run_as_group: group,
}: LinuxContainerSecurityContext): void {
  if (group !== undefined && user === undefined && name === undefined)
    throw invalid('run_as_group needs run_as_user or run_as_username');
  if (user !== undefined && name !== undefined)
    throw invalid('run_as_user and run_as_username exclude each other');
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** `user`, `uid`, `user:group`, `uid:gid`; empty is root. */
function accountOf(text: string, content: ImageContent): Account {
  const [written = '', group = ''] = text.split(':');
  const user = written === '' ? 'root' : written;
  const entry =
    table(content, '/etc/passwd').find((fields) => fields[isNumber(user) ? 2 : 0] === user) ?? unlisted(user);
  const [name = '', , uid, gid] = entry;
  return { uid: Number(uid), gid: group === '' ? Number(gid) : groupId(group, content), name };
}

function unlisted(user: string): readonly string[] {
  if (isNumber(user)) return ['', '', user, '0'];
  if (user === 'root') return ['root', '', '0', '0'];
  throw invalid(`no user ${JSON.stringify(user)} in the image`);
}

function groupId(group: string, content: ImageContent): number {
  if (isNumber(group)) return Number(group);
  const entry = table(content, '/etc/group').find((fields) => fields[0] === group);
  if (entry === undefined && group !== 'root')
    throw invalid(`no group ${JSON.stringify(group)} in the image`);
  return Number(entry?.[2] ?? 0);
}

const memberships = (account: Account, content: ImageContent): number[] =>
  table(content, '/etc/group')
    .filter((fields) => account.name !== '' && (fields[3] ?? '').split(',').includes(account.name))
    .map((fields) => Number(fields[2]));

function table(content: ImageContent, path: string): readonly (readonly string[])[] {
  const data = content === 'unknown' ? undefined : content.get(path)?.data;
  if (data === undefined || typeof data === 'function') return [];
  const lines = data
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => line.trim().split(':'));
}
