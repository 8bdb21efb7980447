// SPDX-License-Identifier: Apache-2.0
import { outcome, type PolicyRule } from '../rule-outcome.js';
import { isRuntime } from '../runtime-version.js';

/** `runtime`: the candidate is the runtime that the policy is for. */
export const runtime: PolicyRule = ({ policy, result }) => {
  if (!policy.runtime) return [];
  const { name, version } = policy.runtime;
  const wanted = [name, version && `version ${version}`].filter((part) => part !== undefined).join(' ');
  const found = `${result.target.name} ${result.target.version}`;
  const ok = isRuntime(result.target, { runtime: name, version });
  const reason = `the runtime is ${found}, the policy is for ${wanted}`;
  return [outcome('runtime', `runtime is ${wanted}`, { detail: found, reasons: ok ? [] : [reason] })];
};
