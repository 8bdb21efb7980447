// SPDX-License-Identifier: Apache-2.0
// Measures every nth scenario of a recording: the threads share no memory, and reading is cheap.
import { parentPort, workerData } from 'node:worker_threads';
import { allContracts } from '#contracts/all.generated.js';
import { readEvidence } from '#evidence/read/read-evidence.js';
import { readRpcs } from './fields.mjs';
import { Measurement } from './measure.mjs';

const { recording, threads, thread } = workerData;
const { scenarios, footer } = await readEvidence(recording);
const measurement = new Measurement(readRpcs(), allContracts);
let nth = 0;
for await (const evidence of scenarios) {
  if (nth % threads === thread) measurement.add(evidence);
  nth += 1;
}
if (footer() === undefined) throw new Error(`${recording} stops before its end`);
parentPort.postMessage({ ...measurement.result(), scenarios: nth });
