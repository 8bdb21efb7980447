// SPDX-License-Identifier: Apache-2.0
import { SIGTERM, signalName } from '#base/signal-numbers.js';
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { signalOfImage } from '../../occasions/occasions.js';
import { unsupported } from '../../verdict.js';

export const containerStatusStopSignal: Contract = {
  id: 'container.status.stop-signal',
  level: 'must',
  since: '0.1.0',
  title:
    'If the status shows a stop signal, it is that of the request, or else that of the image, or else TERM',
  reference: {
    source: 'CRI v1, ContainerStatus.stop_signal; KEP-4960',
    says: 'it is the signal that StopContainer sends',
  },
  consequence: 'Users see another stop signal in the API than the one their program gets.',
  covers: ['A4'],
  check: (evidence) =>
    judgeEach(
      evidence.containers().flatMap((life) => statusViews(life).map((view) => ({ life, view }))),
      'no container status was read',
      ({ life, view: { call, status } }) => {
        const said = status.stop_signal ?? unset;
        if (said === unset) return unsupported([call.seq], 'the status has no stop signal');
        const expected = effectiveSignal(life);
        return holds([life.create, call], said === expected, { expected, actual: said });
      },
    ),
};

const unset = 'SIGNAL_RUNTIME_DEFAULT';

function effectiveSignal(life: ContainerHistory): string {
  const asked = life.config.stop_signal ?? unset;
  if (asked !== unset) return asked;
  const ofImage = signalOfImage(life);
  return `SIGNAL_SIG${ofImage === SIGTERM ? 'TERM' : signalName(ofImage).replace('+', 'PLUS')}`;
}
