// SPDX-License-Identifier: Apache-2.0
import { isAfterOutage, isBeforeOutage } from '../../occasions/outages.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { canonical } from '../../judging/unchanged.js';

export const upgradeReturnVersion: Contract = {
  id: 'upgrade.return.version',
  level: 'should',
  since: '0.1.0',
  title: 'After the return of the old version, Version answers as it did at first',
  reference: {
    source: 'CRI v1, RPC Version; kubelet, node status',
    says: 'runtime_version is what the API shows as containerRuntimeVersion of the node',
  },
  consequence: 'A rollback looks as if it had not happened: the node shows the version that was withdrawn.',
  covers: ['VER-005'],
  check: (evidence) => {
    const calls = evidence.answered('Version');
    const [there] = evidence.outages().filter(({ upgraded }) => upgraded);
    return judgeEach(
      evidence
        .outages()
        .filter(({ back }) => back)
        .flatMap((outage) => {
          const first = calls.find((call) => there !== undefined && isBeforeOutage(call, there));
          const again = calls.find((call) => isAfterOutage(call, outage));
          return first === undefined || again === undefined ? [] : [{ first, again }];
        }),
      'the version was not read before the upgrade and after the return',
      ({ first, again }) => {
        const [expected, actual] = [first, again].map(({ outcome }) => canonical(outcome.response));
        return holds([first, again], expected === actual, {
          expected: `as before the upgrade: ${expected ?? ''}`,
          actual: actual ?? '',
        });
      },
    );
  },
};
