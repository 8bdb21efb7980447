// SPDX-License-Identifier: Apache-2.0
type Message = Readonly<Record<string, unknown>>;

/** Where a request contains the sandbox's configuration. */
const carriers: Readonly<Partial<Record<string, string>>> = {
  RunPodSandbox: 'config',
  CreateContainer: 'sandbox_config',
};

/** Adds the cgroup parent that a kubelet would send, unless one is set or there is none (''). */
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
