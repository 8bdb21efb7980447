// SPDX-License-Identifier: Apache-2.0
type Message = Readonly<Record<string, unknown>>;

/** Where a request carries the configuration of its sandbox. */
const carriers: Readonly<Partial<Record<string, string>>> = {
  RunPodSandbox: 'config',
  CreateContainer: 'sandbox_config',
};

/** The request, with the cgroup that the kubelet would name in it; '' is no name, and one that is there stays. */
export function inPodCgroup(rpc: string, request: Message, parentOf: (uid: string) => string): Message {
  const carrier = carriers[rpc];
  const config = carrier === undefined ? undefined : messageIn(request, carrier);
  if (carrier === undefined || config === undefined) return request;
  const uid = messageIn(config, 'metadata')?.['uid'];
  const parent = typeof uid === 'string' ? parentOf(uid) : '';
  if (parent === '') return request;
  return {
    ...request,
    [carrier]: { ...config, linux: { cgroup_parent: parent, ...messageIn(config, 'linux') } },
  };
}

function messageIn(message: Message, field: string): Message | undefined {
  const value = message[field];
  return typeof value === 'object' && value !== null ? (value as Message) : undefined;
}
