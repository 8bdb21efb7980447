// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import { messageIn, textIn, type Message } from './object-places.js';

/**
 * Verbose answers contain whole configurations, with variables and registry credentials. Keeps the cgroup
 * driver from the runtime's own, or that it is no JSON, and nothing from the others.
 */
export function infoThatIsRead(rpc: CriMethod, answer: Message): Message {
  if (answer['info'] === undefined) return answer;
  const { info, ...rest } = answer;
  if (rpc !== 'Status') return rest;
  const config = textIn(info as Message, 'config');
  const others = Object.keys(info as Message).filter((key) => key !== 'config').length;
  if (config === '') return others === 0 ? rest : { ...rest, info: { others: `${others} left out` } };
  const known = parsed(config);
  return { ...rest, info: { config: known === undefined ? notJson : JSON.stringify(driverPart(known)) } };
}

const notJson = '(not JSON)';

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

/** Undefined: it is no JSON. */
function parsed(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return messageIn({ value }, 'value');
  } catch {
    return undefined;
  }
}
