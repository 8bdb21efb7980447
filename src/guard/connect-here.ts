// SPDX-License-Identifier: Apache-2.0
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What became of an attempt to connect; nothing is ever sent. */
export interface Connected {
  readonly result: 'connected' | 'failed' | 'not-tried';
  /** Empty if it is connected. */
  readonly reason: string;
}

const maxWaitMs = 5_000;

/**
 * Opens a TCP connection to the host and port of a URL that a runtime answered, and closes it at once. A
 * runtime may name any address: only loopback and the addresses of this node are connected to, and no name is
 * looked up.
 */
export async function connectHere(text: string): Promise<Connected> {
  const place = placeOf(text);
  if (typeof place === 'string') return { result: 'not-tried', reason: place };
  return new Promise((resolve) => {
    const socket = connect({ ...place, timeout: maxWaitMs });
    const end = (connected: Connected): void => {
      socket.destroy();
      resolve(connected);
    };
    socket.once('connect', () => {
      end({ result: 'connected', reason: '' });
    });
    socket.once('timeout', () => {
      end({ result: 'failed', reason: `no answer within ${maxWaitMs / 1000} s` });
    });
    socket.once('error', ({ message }) => {
      end({ result: 'failed', reason: message });
    });
  });
}

interface Place {
  readonly host: string;
  readonly port: number;
}

const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** A text: why we do not connect. */
function placeOf(text: string): Place | string {
  if (!URL.canParse(text)) return 'it is not an absolute URL';
  const { protocol, hostname, port } = new URL(text);
  const usual = ports[protocol];
  if (usual === undefined) return `its scheme is ${protocol}`;
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '');
  if (!isOfThisNode(host)) return `${hostname} is not an address of this node`;
  const number = port === '' ? usual : Number(port);
  return number === 0 ? 'its port is 0' : { host, port: number };
}

function isOfThisNode(host: string): boolean {
  if (/^127\.\d+\.\d+\.\d+$/.test(host) || host === '::1') return true;
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === host),
  );
}
