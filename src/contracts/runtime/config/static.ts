// SPDX-License-Identifier: Apache-2.0
import { isAnswered, isRefused } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { holds, mustSucceed, notOffered } from '../../judging/judging.js';
import { unexercised } from '../../verdict.js';

export const runtimeConfigStatic: Contract = {
  id: 'runtime.config.static',
  level: 'must',
  since: '0.1.0',
  title: 'RuntimeConfig always gives the same answer',
  reference: {
    source: 'CRI v1, RPC RuntimeConfig; kubelet, start-up',
    says: 'the kubelet takes over the cgroup driver when it starts, and the last answer wins',
  },
  consequence: 'Pods and containers are created with different cgroup drivers.',
  covers: ['RTC-001', 'R3'],
  check: (evidence) => {
    const calls = evidence.of('RuntimeConfig');
    const refused = calls.find((call) => isRefused(call) && call.outcome.code === 'UNIMPLEMENTED');
    if (refused !== undefined) return notOffered(refused);
    const failed = calls.find((call) => !isAnswered(call));
    if (failed !== undefined) return mustSucceed(failed, 'RuntimeConfig');
    if (calls.length < 2) return unexercised('the configuration was not read twice');
    const drivers = [
      ...new Set(
        evidence
          .answered('RuntimeConfig')
          .map(({ outcome: { response } }) =>
            response.linux === undefined ? 'none' : (response.linux.cgroup_driver ?? 'SYSTEMD'),
          ),
      ),
    ];
    return holds(calls, drivers.length === 1, {
      expected: 'one cgroup driver',
      actual: drivers.join(', then '),
    });
  },
};
