// SPDX-License-Identifier: Apache-2.0
// The public API.
export { Failure } from '#base/failure.js';
export { connectCri } from '#cri/client/grpc-client.js';
export type { CriClient } from '#cri/client/client.js';
export type { Outcome } from '#cri/outcome.js';
export { readEvidence } from '#evidence/read/read-evidence.js';
export type { Evidence } from '#evidence/evidence.js';
export type { Contract } from '#contracts/contract.js';
export type { Verdict } from '#contracts/verdict.js';
export { allContracts } from '#contracts/all.generated.js';
export { allScenarios } from '#scenarios/all.generated.js';
export { createJudge } from '#judge/create-judge.js';
export { makeResult } from '#judge/make-result.js';
export type { Result, ResultRuling } from '#results/result.js';
export { serveReferenceRuntime } from '#reference-runtime/reference-runtime.js';
export { startTestRegistry } from '#test-registry/start-test-registry.js';
