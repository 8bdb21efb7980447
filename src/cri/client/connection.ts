// SPDX-License-Identifier: Apache-2.0
import { Client, connectivityState, credentials, type ChannelOptions } from '@grpc/grpc-js';

import { messageLimitBytes } from './call-failure.js';

const options: ChannelOptions = {
  'grpc.default_authority': 'localhost',
  'grpc.max_receive_message_length': messageLimitBytes,
  'grpc.max_send_message_length': messageLimitBytes,
  'grpc.enable_retries': 0,
  'grpc.enable_channelz': 0,
  'grpc.enable_http_proxy': 0,
  'grpc.use_local_subchannel_pool': 1,
  'grpc.service_config_disable_resolution': 1,
  'grpc.client_idle_timeout_ms': 2_147_483_647,
  'grpc-node.flow_control_window': 1024 * 1024,
};

/** A connection to a socket, opened on first use and again after a failed attempt, without back-off. */
export class Connection {
  readonly #target: string;
  #client: Client | undefined;

  constructor(path: string) {
    this.#target = `unix:${path}`;
  }

  get client(): Client {
    return (this.#client ??= new Client(this.#target, credentials.createInsecure(), options));
  }

  /** Called after a call without an answer: unless the connection is up, the next call tries at once. */
  lost(by: Client): void {
    if (this.#client !== by || by.getChannel().getConnectivityState(false) === connectivityState.READY)
      return;
    this.close();
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
  }
}
