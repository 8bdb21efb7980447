// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { RefusedCall, type Ask, type Answer, type ForgedCall, type Forger, type Message } from './answer.js';
import { asMessage, asText, decoded } from './rewriting.js';

export interface KnownObject {
  /** As requested. */
  readonly config: Message;
  readonly logDirectory: string;
  /** Of a container. */
  readonly logFile: string;
}

const unknown: KnownObject = { config: {}, logDirectory: '', logFile: '' };

function knownFrom({ method, request }: ForgedCall): KnownObject {
  const config = asMessage(request['config']);
  const pod = method === 'RunPodSandbox' ? config : asMessage(request['sandbox_config']);
  const logDirectory = asText(pod['log_directory']);
  return { config, logDirectory, logFile: join(logDirectory, asText(config['log_path'])) };
}

/** What a runtime learns about the suite's pods from its requests. Goes nearest to the runtime. */
export class SeenObjects implements Forger {
  readonly #known = new Map<string, KnownObject>();
  /** The last request of each kind. */
  #newest: Readonly<Record<'RunPodSandbox' | 'CreateContainer', KnownObject>> = {
    RunPodSandbox: unknown,
    CreateContainer: unknown,
  };

  /** Whatever has this id is reported as the object of this call. */
  note(id: string, call: ForgedCall): void {
    this.#known.set(id, knownFrom(call));
  }

  of(id: string): KnownObject {
    return this.#known.get(id) ?? unknown;
  }

  /** The object that the suite may take this id for. */
  configOf(id: string, kind: 'sandbox' | 'container'): Message {
    const known =
      this.#known.get(id) ?? this.#newest[kind === 'sandbox' ? 'RunPodSandbox' : 'CreateContainer'];
    return known.config;
  }

  readonly unary = async (call: ForgedCall, ask: Ask): Promise<Answer> => {
    const { method } = call;
    if (method !== 'RunPodSandbox' && method !== 'CreateContainer') return ask();
    this.#newest = { ...this.#newest, [method]: knownFrom(call) };
    const answer = await ask();
    if (answer instanceof RefusedCall) return answer;
    const { pod_sandbox_id, container_id } = decoded(call, answer.bytes);
    this.note(asText(pod_sandbox_id) || asText(container_id), call);
    return answer;
  };
}

/** Makes it look like the suite's. */
export function dressed(item: Message, as: Message, labels: Message = {}): Message {
  return {
    ...item,
    metadata: { ...asMessage(item['metadata']), ...asMessage(as['metadata']) },
    labels: { ...asMessage(as['labels']), ...labels },
    annotations: asMessage(as['annotations']),
  };
}
