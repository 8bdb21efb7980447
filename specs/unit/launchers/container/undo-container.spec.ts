// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { containerCleanup } from '#launchers/container/cleanup-steps.js';
import type { ContainerStep } from '#launchers/container/undo-container.js';
import { joinRules } from '#run-ledger/cleanup-kind.js';
import { genericRules } from '#run-ledger/generic-rules.js';
import { undoSteps } from '#run-ledger/undo/undo-steps.js';

const rules = joinRules([genericRules, containerCleanup]);

let directory: string;
let socket: string;
let server: Server;
const asked: string[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
  socket = join(directory, 'engine.sock');
});
afterEach(() => {
  server.close();
  asked.length = 0;
  rmSync(directory, { recursive: true, force: true });
});

/** An engine that answers everything in this way. */
async function engine(status: number, message = ''): Promise<void> {
  server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(status).end(message === '' ? '' : JSON.stringify({ message }));
  }).listen(socket);
  await once(server, 'listening');
}

const container = (over: Partial<ContainerStep> = {}): ContainerStep => ({
  kind: 'container',
  socket,
  name: 'criprobe-1',
  directory,
  ...over,
});
const image = () => ({ kind: 'container-image' as const, socket, name: 'localhost/criprobe-1:1' });

describe('a container in the ledger', () => {
  it('is removed by the engine, with its volumes, and then its image', async () => {
    await engine(204);
    const report = await undoSteps([image(), container()], rules);
    expect(report).toEqual({
      removed: ['container criprobe-1', 'image localhost/criprobe-1:1'],
      remains: [],
    });
    expect(asked).toEqual([
      'DELETE /containers/criprobe-1?force=1&v=1',
      'DELETE /images/localhost/criprobe-1:1',
    ]);
  });

  it('is not mentioned when it is gone already', async () => {
    await engine(404, 'No such container: criprobe-1');
    expect(await undoSteps([image(), container()], rules)).toEqual({ removed: [], remains: [] });
  });

  it('remains with the engine’s words when it is refused', async () => {
    await engine(409, 'image is being used');
    const { remains } = await undoSteps([image()], rules);
    expect(remains).toEqual(['image localhost/criprobe-1:1: image is being used']);
  });

  it('remains when no engine answers', async () => {
    await engine(204);
    const { remains } = await undoSteps([container({ socket: join(directory, 'none.sock') })], rules);
    expect(remains).toEqual([
      expect.stringMatching(/^container criprobe-1: the container engine at .* does not answer/),
    ]);
  });

  it('has a name that we give, whatever a ledger says', async () => {
    await engine(204);
    const { remains } = await undoSteps([container({ name: '../images/x' })], rules);
    expect(remains).toEqual(['container ../images/x: not a name that criprobe gives']);
    expect(asked).toEqual([]);
  });
});
