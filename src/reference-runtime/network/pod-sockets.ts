// SPDX-License-Identifier: Apache-2.0
import { createSocket } from 'node:dgram';
import { connect, createServer, type Socket } from 'node:net';
import { serveHttp, type PageAt } from './serve-http.js';

export interface Question {
  readonly protocol: 'tcp' | 'udp';
  readonly address: string;
  readonly port: number;
  readonly text: string;
}

const networkUnreachable = 101;
const timedOut = 110;
const connectionReset = 104;
const patienceMs = 5000;

/** The sockets of one pod. Its network is a loopback address of its own, so that the node can reach it. */
export class PodSockets {
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  /** Echoes until the signal aborts; returns an errno if it cannot listen. */
  listen(protocol: 'tcp' | 'udp', port: number, signal: AbortSignal): Promise<number | undefined> {
    return protocol === 'tcp' ? listenTcp(this.address, port, signal) : listenUdp(this.address, port, signal);
  }

  /** Serves pages over HTTP until the signal aborts; returns an errno if it cannot listen. */
  serveHttp(port: number, page: PageAt, signal: AbortSignal): Promise<number | undefined> {
    return serveHttp({ host: this.address, port }, page, signal);
  }

  /** Returns the first line of the answer, or an errno. */
  async ask(question: Question, signal: AbortSignal): Promise<string | number> {
    const address = isOwnLoopback(question.address) ? this.address : question.address;
    if (!isLoopback(address)) return networkUnreachable;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    return question.protocol === 'tcp'
      ? askTcp({ ...question, address }, limit)
      : askUdp({ ...question, address }, limit);
  }

  /** Connects to a port of the pod, for port-forward and host ports. */
  connect(port: number): Socket {
    return connect({ host: this.address, port });
  }
}

const isOwnLoopback = (address: string): boolean => address === 'localhost' || address === '127.0.0.1';
const isLoopback = (address: string): boolean => address.startsWith('127.');

const errnoOf = (error: Error): number => {
  const number = (error as NodeJS.ErrnoException).errno;
  return number === undefined ? timedOut : Math.abs(number);
};

function listenTcp(host: string, port: number, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve) => {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
      socket.pipe(socket);
    });
    server.on('error', (error) => {
      resolve(errnoOf(error));
    });
    server.listen({ host, port }, () => {
      if (signal.aborted) server.close();
      resolve(undefined);
    });
    signal.addEventListener('abort', () => {
      if (server.listening) server.close();
      for (const socket of open) socket.destroy();
    });
  });
}

function listenUdp(host: string, port: number, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('message', (message, from) => {
      socket.send(message, from.port, from.address);
    });
    socket.on('error', (error) => {
      resolve(errnoOf(error));
    });
    socket.bind(port, host, () => {
      resolve(undefined);
    });
    signal.addEventListener(
      'abort',
      () => {
        socket.close();
      },
      { once: true },
    );
  });
}

function askTcp(question: Question, signal: AbortSignal): Promise<string | number> {
  return new Promise((resolve) => {
    const socket = connect({ host: question.address, port: question.port });
    let text = '';
    const answer = (value: string | number): void => {
      socket.destroy();
      signal.removeEventListener('abort', giveUp);
      resolve(value);
    };
    const giveUp = (): void => {
      answer(timedOut);
    };
    signal.addEventListener('abort', giveUp);
    socket.on('connect', () => socket.write(question.text));
    socket.on('error', (error) => {
      answer(errnoOf(error));
    });
    socket.on('end', () => {
      answer(connectionReset);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes('\n')) answer(text.slice(0, text.indexOf('\n')));
    });
  });
}

function askUdp(question: Question, signal: AbortSignal): Promise<string | number> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const answer = (value: string | number): void => {
      socket.close();
      signal.removeEventListener('abort', giveUp);
      resolve(value);
    };
    const giveUp = (): void => {
      answer(timedOut);
    };
    signal.addEventListener('abort', giveUp);
    socket.on('error', (error) => {
      answer(errnoOf(error));
    });
    socket.on('message', (message) => {
      answer(message.toString().split('\n')[0] ?? '');
    });
    socket.connect(question.port, question.address, () => {
      socket.send(question.text);
    });
  });
}
