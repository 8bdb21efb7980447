// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { ForgedCall, Forger, Message } from './answer.js';
import { asMessage, asText } from './rewriting.js';

/** What a runtime knows of the suite's pods by being asked for them. */
export class Seen implements Forger {
  /** The newest sandbox and container that were asked for. */
  pod: Message = {};
  container: Message = {};

  readonly see = ({ method, request }: ForgedCall): void => {
    if (method === 'RunPodSandbox') this.pod = asMessage(request['config']);
    if (method === 'CreateContainer') this.container = asMessage(request['config']);
  };

  get logDirectory(): string {
    return asText(this.pod['log_directory']);
  }

  /** Of the newest container, as it was asked for. */
  get logFile(): string {
    return join(this.logDirectory, asText(this.container['log_path']));
  }
}

/** Looks as if it were the suite's. */
export function dressed(item: Message, as: Message, labels: Message = {}): Message {
  return {
    ...item,
    metadata: { ...asMessage(item['metadata']), ...asMessage(as['metadata']) },
    labels: { ...asMessage(as['labels']), ...labels },
    annotations: asMessage(as['annotations']),
  };
}
