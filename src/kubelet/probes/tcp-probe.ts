// SPDX-License-Identifier: Apache-2.0
import { connect } from 'node:net';
import type { ProbeOutcome } from './probe-outcome.js';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** pkg/probe/tcp/tcp.go, DoTCPProbe: connects, and closes at once. */
export function tcpProbe({ host, port }: Address, signal: AbortSignal): Promise<ProbeOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal });
    socket.once('connect', () => {
      socket.destroy();
      resolve('success');
    });
    socket.once('error', () => {
      resolve('failure');
    });
  });
}
