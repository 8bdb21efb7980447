// SPDX-License-Identifier: Apache-2.0
import { allContainers } from '#kubelet/config/resources/qos.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { recordedNode } from '../../../unit/kubelet/recorded-node.js';
import { callsOf, type Recording } from '../recording.js';

interface CreateRequest {
  readonly config?: {
    readonly metadata?: { readonly name?: string };
    readonly envs?: readonly { readonly key?: string; readonly value?: string }[];
  };
}

/** The node of the recordings; its address is only in the variables of pods that use it. */
export function nodeOf(recording: Recording): NodeFacts {
  const address = addressIn(recording);
  return address === undefined ? recordedNode : { ...recordedNode, nodeIps: [address] };
}

function addressIn(recording: Recording): string | undefined {
  const asking = allContainers(recording.pod).flatMap(({ name, env = [] }) =>
    env
      .filter(({ valueFrom }) => valueFrom?.fieldRef?.fieldPath === 'status.hostIP')
      .map((variable) => ({ container: name, key: variable.name })),
  );
  for (const { request } of callsOf(recording).filter(({ rpc }) => rpc === 'CreateContainer')) {
    const { metadata, envs = [] } = (request as CreateRequest).config ?? {};
    const asked = asking.find(({ container }) => container === metadata?.name);
    const value = envs.find(({ key }) => key === asked?.key)?.value;
    if (asked !== undefined && value !== undefined) return textOf(value);
  }
  return undefined;
}

/** v1alpha2 has strings where v1 has base64. */
const textOf = (value: string): string =>
  /^[\d.]+$|:/.test(value) ? value : Buffer.from(value, 'base64').toString();
