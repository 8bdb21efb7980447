// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import { expandVariables } from '../config/container/expand.js';
import type { RuntimeCall } from '../context/runtime-calls.js';
import type { ProbeOutcome } from './probe-outcome.js';

export interface ExecProbe {
  readonly id: string;
  readonly container: Container;
  readonly command: readonly string[];
  readonly timeoutSeconds: number;
}

/**
 * pkg/probe/exec/exec.go, Probe, with the command of container/helpers.go, ExpandContainerCommandOnlyStatic:
 * only literal variables are expanded.
 */
export async function execProbe(call: RuntimeCall, probe: ExecProbe): Promise<ProbeOutcome> {
  const literal = new Map((probe.container.env ?? []).map(({ name, value = '' }) => [name, value]));
  const answer = await call('ExecSync', {
    container_id: probe.id,
    cmd: probe.command.map((word) => expandVariables(word, literal)),
    timeout: String(probe.timeoutSeconds),
  });
  if (answer.ok) return (answer.response.exit_code ?? 0) === 0 ? 'success' : 'failure';
  return answer.code === 'DEADLINE_EXCEEDED' || answer.code === 'client-deadline' ? 'failure' : 'error';
}
