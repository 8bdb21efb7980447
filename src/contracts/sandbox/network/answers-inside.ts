// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isAnswered } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import { lineIn, viewsBy, type InsideView } from '../../occasions/inside/inside.js';
import { statementsOf } from '../../occasions/outages.js';
import type { Statement } from '#guest/statement.js';

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
  covers: ['W1', 'A5'],
  check: (evidence) =>
    judgeEach(
      viewsBy(evidence, 'connect').filter((seen) => isWithin(evidence, seen)),
      'no program connected to a port of its own pod',
      (seen) =>
        holds(seen.calls, lineIn(seen) === seen.statement.text, {
          expected: `${seen.statement.address} port ${seen.statement.port} answers ${JSON.stringify(seen.statement.text)}`,
          actual: lineIn(seen),
        }),
    ),
};

/** To an address of its pod, where the same program has begun to listen before. */
function isWithin(evidence: Evidence, { life, statement }: InsideView<Statement<'connect'>>): boolean {
  const { protocol, address, port } = statement;
  const own = statementsOf(life);
  const listens = own.findIndex(
    (said) => said.do === 'listen' && said.protocol === protocol && said.port === port,
  );
  const connects = own.findIndex(
    (said) => said.do === 'connect' && said.port === port && said.address === address,
  );
  return listens >= 0 && listens < connects && addressesOf(evidence, life.sandboxId).has(address);
}

function addressesOf(evidence: Evidence, sandbox: string): ReadonlySet<string> {
  const known = evidence.sandbox(sandbox);
  const ips = known === undefined ? [] : sandboxStatusViews(known).filter(({ call }) => isAnswered(call));
  return new Set(['127.0.0.1', ...ips.map(({ status }) => status.network?.ip ?? '')]);
}
