// SPDX-License-Identifier: Apache-2.0
import type { IDMapping, UserNamespace } from '#cri/proto/generated/messages.js';

/** Mappings of user or group ids with all their fields: some runtimes leave out a zero, others send it. */
export const wholeMappings = (
  mappings: readonly IDMapping[] | undefined,
): readonly IDMapping[] | undefined =>
  mappings === undefined || mappings.length === 0
    ? undefined
    : mappings.map((mapping) => ({ container_id: 0, host_id: 0, length: 0, ...mapping }));

/** The same of a user namespace; without a mode it is one of the pod. */
export const wholeNamespace = ({ mode = 'POD', uids, gids }: UserNamespace): UserNamespace => ({
  mode,
  uids: wholeMappings(uids),
  gids: wholeMappings(gids),
});
