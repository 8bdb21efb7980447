// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { messageIn, textIn, type Message } from './object-places.js';

/**
 * Verbose answers contain whole configurations, with variables and registry credentials. Keeps the cgroup
 * driver from the runtime's own, and nothing from the others.
 */
export function infoThatIsRead(rpc: CriMethod, answer: Message): Message {
  if (answer['info'] === undefined) return answer;
  const { info, ...rest } = answer;
  if (rpc !== 'Status') return rest;
  const config = textIn(info as Message, 'config');
  return config === '' ? rest : { ...rest, info: { config: JSON.stringify(driverPart(parsed(config))) } };
}

/** The part that names the cgroup driver. */
function driverPart(config: Message): Message {
  const containerd = messageIn(config, 'containerd');
  const runtimes = Object.entries(messageIn(containerd, 'runtimes')).map(([name, runtime]) => {
    const isSystemd = messageIn(runtime as Message, 'options')['SystemdCgroup'] === true;
    return [name, { options: { SystemdCgroup: isSystemd } }] as const;
  });
  const defaultRuntimeName = textIn(containerd, 'defaultRuntimeName');
  return { containerd: { defaultRuntimeName, runtimes: Object.fromEntries(runtimes) } };
}

function parsed(text: string): Message {
  try {
    const value: unknown = JSON.parse(text);
    return messageIn({ value }, 'value');
  } catch {
    return {};
  }
}
