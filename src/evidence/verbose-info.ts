// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { messageIn, textIn, type Message } from './object-places.js';

/**
 * Verbose answers hold whole configurations, with variables and registry credentials. Of the runtime's own, what tells the
 * cgroup driver stays; of all others nothing is read.
 */
export function infoThatIsRead(rpc: CriMethod, answer: Message): Message {
  if (answer['info'] === undefined) return answer;
  const { info, ...rest } = answer;
  if (rpc !== 'Status') return rest;
  const config = textIn(info as Message, 'config');
  return config === '' ? rest : { ...rest, info: { config: JSON.stringify(driverPart(parsed(config))) } };
}

/** As app/cgroup-driver.ts reads it. */
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
