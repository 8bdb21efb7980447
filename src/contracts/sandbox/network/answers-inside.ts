// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import { lineIn, viewsBy, type InsideView } from '../../occasions/inside/inside.js';
import { statementsOf } from '../../occasions/outages.js';
import type { Statement } from '#guest/statement.js';

type SeenConnect = InsideView<Statement<'connect'>>;

export const sandboxNetworkAnswersInside: Contract = {
  id: 'sandbox.network.answers-inside',
  level: 'must',
  since: '0.1.0',
  title: 'A program reaches what its pod listens on, at the address of the status and at loopback',
  reference: {
    source: 'CRI v1, PodSandboxNetworkStatus.ip; Kubernetes, network model',
    says: 'all containers of a pod share one network, whose address is the one of the status',
  },
  consequence: 'Containers of a pod do not reach each other, or the API names an address where nobody is.',
  covers: ['W1'],
  check: (evidence) =>
    judgeEach(
      viewsBy(evidence, 'connect').flatMap((seen) => {
        const named = namesOf(evidence, seen);
        return named === undefined || !listensBefore(seen) ? [] : [{ seen, named }];
      }),
      'no program connected to a port of its own pod',
      ({ seen, named }) => {
        const { address, port, text } = seen.statement;
        return holds([...seen.calls, ...named], lineIn(seen) === text, {
          expected: `${address} port ${port} answers ${JSON.stringify(text)}`,
          actual: lineIn(seen),
        });
      },
    ),
};

/** The same program has begun to listen there before. */
function listensBefore({ life, statement: { protocol, address, port } }: SeenConnect): boolean {
  const own = statementsOf(life);
  const listens = own.findIndex(
    (said) => said.do === 'listen' && said.protocol === protocol && said.port === port,
  );
  const connects = own.findIndex(
    (said) => said.do === 'connect' && said.port === port && said.address === address,
  );
  return listens >= 0 && listens < connects;
}

/** The reads that name the address as that of its pod; none for loopback. Undefined: it is not of the pod. */
function namesOf(
  evidence: Evidence,
  { life, statement: { address } }: SeenConnect,
): readonly RecordedCall[] | undefined {
  if (address === '127.0.0.1') return [];
  const sandbox = evidence.sandbox(life.sandboxId);
  const named = sandbox && sandboxStatusViews(sandbox).find(({ status }) => status.network?.ip === address);
  return named && [named.call];
}
