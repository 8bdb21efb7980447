// SPDX-License-Identifier: Apache-2.0
// What a recorded call costs beside the same call through bare grpc-js: medians, in turns, against a null server in
// another process. `npm run build` first. Exits 1 when a ratio is above the limit.
import { loadPackageDefinition, credentials } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Before each turn, so that nobody clears away what another one left. */
const collectGarbage = runInNewContext('gc');

const limit = 1.5;
const strict = process.argv.includes('--strict');
const cases = [
  { method: 'Version', request: { version: '0.1.0' }, rounds: 40, perRound: 100 },
  { method: 'ListContainers', request: {}, rounds: 40, perRound: 10 },
];

function bareClient(target) {
  const options = { keepCase: true, longs: String, enums: String };
  const api = loadPackageDefinition(loadSync('src/cri/proto/v1.proto', options));
  const client = new api.runtime.v1.RuntimeService(target, credentials.createInsecure(), {
    'grpc.default_authority': 'localhost',
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
  });
  const call = (method, request) =>
    new Promise((resolve, reject) => {
      client[method](request, { deadline: Date.now() + 10_000 }, (error, answer) => {
        if (error) reject(error);
        else resolve(answer);
      });
    });
  return { call, close: () => client.close() };
}

async function ourClient(target) {
  const { connectCri } = await import('../dist/cri/client/grpc-client.js');
  return connectCri({ runtimeEndpoint: target });
}

async function recordingClientOn(inner, directory) {
  const { recordingClient } = await import('../dist/evidence/write/recording-client.js');
  const { openEvidenceWriter } = await import('../dist/evidence/write/evidence-writer.js');
  const writer = openEvidenceWriter(join(directory, 'evidence.jsonl'));
  return { client: recordingClient(inner, { writer, scenario: 'bench' }), close: () => writer.close() };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

async function measure(ways, { method, request, rounds, perRound }) {
  const times = new Map(ways.map(({ name }) => [name, []]));
  const once = async (client, into) => {
    const began = performance.now();
    await client.call(method, request, { deadlineMs: 10_000 });
    into?.push((performance.now() - began) * 1000);
  };
  for (const { client } of ways) for (let at = 0; at < perRound * 5; at++) await once(client);
  for (let round = 0; round < rounds; round++) {
    for (const { name, client } of round % 2 === 0 ? ways : ways.toReversed()) {
      collectGarbage();
      for (let at = 0; at < perRound; at++) await once(client, times.get(name));
    }
  }
  return times;
}

function report({ method }, times) {
  const [bare] = times.values();
  const base = median(bare);
  let worst = 0;
  for (const [name, all] of times) {
    const ratio = median(all) / base;
    worst = Math.max(worst, ratio);
    console.log(
      `${method.padEnd(15)} ${name.padEnd(14)} ${median(all).toFixed(0).padStart(6)} µs  ${ratio.toFixed(2)} × bare`,
    );
  }
  return worst;
}

const directory = mkdtempSync(join(tmpdir(), 'criprobe-bench-'));
const target = `unix:${join(directory, 'null.sock')}`;
const server = fork(new URL('./null-server.mjs', import.meta.url), [target]);
try {
  await new Promise((resolve) => server.once('message', resolve));
  const bare = bareClient(target);
  const ours = await ourClient(target);
  const inner = await ourClient(target);
  const recorded = await recordingClientOn(inner, directory);
  const ways = [
    { name: 'bare grpc-js', client: bare },
    { name: 'ours', client: ours },
    { name: 'ours, recorded', client: recorded.client },
  ];
  let worst = 0;
  for (const one of cases) worst = Math.max(worst, report(one, await measure(ways, one)));
  await recorded.close();
  for (const client of [bare, ours, inner]) client.close();
  console.log(`worst ratio ${worst.toFixed(2)}, limit ${limit}`);
  process.exitCode = strict && worst > limit ? 1 : 0;
} finally {
  server.disconnect();
  rmSync(directory, { recursive: true, force: true });
}
