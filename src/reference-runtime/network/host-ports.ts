// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { createServer, type Server, type Socket } from 'node:net';
import type { PortMapping } from '#cri/proto/generated/messages.js';
import { failed } from '../refuse.js';
import type { PodSockets } from './pod-sockets.js';

/** Real listeners on the node for `host_port`, on loopback only. */
export class HostPorts {
  readonly #servers: Server[] = [];
  readonly #open = new Set<Socket>();

  /** Opens all or none; throws if a port is in use. */
  async open(mappings: readonly PortMapping[], sockets: PodSockets): Promise<void> {
    const wanted = mappings.filter(
      (mapping) => (mapping.host_port ?? 0) > 0 && (mapping.protocol ?? 'TCP') === 'TCP',
    );
    try {
      for (const mapping of wanted) await this.#listen(mapping, sockets);
    } catch (error) {
      this.close();
      throw failed(`host port cannot be opened: ${errorMessage(error)}`);
    }
  }

  close(): void {
    for (const server of this.#servers.splice(0)) server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #listen(mapping: PortMapping, sockets: PodSockets): Promise<void> {
    const host = mapping.host_ip?.startsWith('127.') === true ? mapping.host_ip : '127.0.0.1';
    const server = createServer((client) => {
      this.#join(client, sockets.connect(mapping.container_port ?? 0));
    });
    this.#servers.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: mapping.host_port ?? 0 }, resolve);
    });
  }

  #join(client: Socket, inside: Socket): void {
    for (const [socket, other] of [
      [client, inside],
      [inside, client],
    ] as const) {
      this.#open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
