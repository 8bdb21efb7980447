// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { AttachRequest, ExecRequest, PortForwardRequest } from '#cri/proto/generated/messages.js';
import type { ReferenceContainer } from '../container/container.js';
import { promised } from './promised.js';
import { invalid, notNow } from '../refuse.js';
import { servePortForward } from '../streaming/port-forward.js';
import { serveAttach, serveExec } from '../streaming/remote-command.js';
import type { RemoteStreams, WantedStreams } from '../streaming/remote-streams.js';
import { spdyStreams } from '../streaming/spdy-streams.js';
import type { StreamingServer } from '../streaming/streaming-server.js';
import { upgrade } from '../streaming/upgrade.js';
import { webSocketStreams } from '../streaming/web-socket-streams.js';
import { containerOf, sandboxOf, type World } from '../world.js';

type Methods = 'Exec' | 'Attach' | 'PortForward';

const commandProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const forwardProtocols = ['portforward.k8s.io'];

export function streamingHandlers(
  world: World,
  server: StreamingServer,
): Required<Pick<CriHandlers, Methods>> {
  return {
    Exec: promised(async (request) => ({ url: await exec(world, server, request) })),
    Attach: promised(async (request) => ({ url: await attach(world, server, request) })),
    PortForward: promised(async (request) => ({ url: await portForward(world, server, request) })),
  };
}

function exec(world: World, server: StreamingServer, request: ExecRequest): Promise<string> {
  const wanted = checked(request);
  const container = running(containerOf(world, request.container_id));
  const argv = request.cmd ?? [];
  if (argv.length === 0) throw invalid('cmd is missing');
  return server.url('exec', (message, socket) => {
    void withStreams({ message, socket }, wanted, (remote) => serveExec(container, { argv, wanted }, remote));
  });
}

function attach(world: World, server: StreamingServer, request: AttachRequest): Promise<string> {
  const wanted = checked(request);
  const container = running(containerOf(world, request.container_id));
  return server.url('attach', (message, socket) => {
    void withStreams({ message, socket }, wanted, (remote) => serveAttach(container, remote));
  });
}

function portForward(world: World, server: StreamingServer, request: PortForwardRequest): Promise<string> {
  const sandbox = sandboxOf(world, request.pod_sandbox_id);
  if (!sandbox.isReady) throw notNow(`pod sandbox ${sandbox.id} is not ready`);
  return server.url('portforward', (message, socket) => {
    const upgraded = upgrade(message, socket, forwardProtocols);
    if (upgraded?.carrier === 'spdy') servePortForward(sandbox, upgraded.socket);
    else upgraded?.socket.destroy();
  });
}

/** A terminal has no separate stderr. */
function checked(request: ExecRequest | AttachRequest): WantedStreams {
  const { stdin = false, stdout = false, stderr = false, tty = false } = request;
  if (!stdin && !stdout && !stderr) throw invalid('one of stdin, stdout, stderr has to be true');
  if (tty && stderr) throw invalid('tty and stderr exclude each other');
  return { stdin, stdout, stderr, tty };
}

function running(container: ReferenceContainer): ReferenceContainer {
  if (container.state !== 'CONTAINER_RUNNING') throw notNow(`container ${container.id} is not running`);
  return container;
}

async function withStreams(
  client: { readonly message: IncomingMessage; readonly socket: Duplex },
  wanted: WantedStreams,
  serve: (remote: RemoteStreams) => Promise<void>,
): Promise<void> {
  const upgraded = upgrade(client.message, client.socket, commandProtocols);
  if (upgraded === undefined) return;
  const remote =
    upgraded.carrier === 'spdy'
      ? await spdyStreams(upgraded.socket, wanted)
      : webSocketStreams(upgraded, wanted);
  if (remote !== undefined) await serve(remote);
}
