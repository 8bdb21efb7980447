// SPDX-License-Identifier: Apache-2.0
import type { ContractText } from '#results/contract-text.js';
import type { Result, ResultRuling } from '#results/result.js';

export const texts: readonly ContractText[] = [
  text('sandbox.stop.idempotent', 'must', 'Stopping a stopped sandbox succeeds'),
  text('sandbox.run.ready', 'must', 'A sandbox that was run is ready'),
  text('container.exit.code', 'must', 'The exit code of the program is reported'),
  text('container.exit.reason', 'should', 'A container killed for memory says OOMKilled'),
  text('image.pull.digest', 'must', 'A pulled image is known by its digest'),
  text('image.list.order', 'may', 'Images are listed in a stable order'),
  text('stats.cpu.moves', 'should', 'CPU time grows while the program works'),
];

function text(id: string, level: ContractText['level'], title: string): ContractText {
  return {
    id,
    level,
    title,
    reference: { source: 'CRI v1', says: 'so it is written' },
    consequence: `A kubelet would go on believing something else about ${id}.`,
  };
}

export function ruling(
  contract: string,
  verdict: ResultRuling['verdict'],
  more: Partial<ResultRuling> = {},
): ResultRuling {
  const level = texts.find(({ id }) => id === contract)?.level ?? 'must';
  return { contract, level, verdict, scenario: 'pod.lives', calls: [1, 2], ...more };
}

export function aResult(rulings: readonly ResultRuling[], target: Partial<Result['target']> = {}): Result {
  const count = (kind: ResultRuling['verdict']): number => rulings.filter((r) => r.verdict === kind).length;
  return {
    schemaVersion: 1,
    tool: { name: 'criprobe', version: '0.1.0' },
    target: { name: 'containerd', version: '1.7.27', endpoint: 'unix:///run/c.sock', ...target },
    summary: {
      held: count('held'),
      violated: count('violated'),
      undecided: count('undecided'),
      unexercised: count('unexercised'),
      unsupported: count('unsupported'),
    },
    rulings,
    scenarios: [
      { id: 'pod.lives', ms: 812.5 },
      { id: 'image.pulls', ms: 40 },
    ],
    ms: 1812.25,
  };
}

export const clean: Result = aResult([
  ruling('sandbox.stop.idempotent', 'held'),
  ruling('sandbox.run.ready', 'held'),
  ruling('container.exit.code', 'held'),
  ruling('container.exit.reason', 'held'),
  ruling('image.pull.digest', 'held'),
  ruling('image.list.order', 'held'),
  ruling('stats.cpu.moves', 'held'),
]);

/** One of everything, with text that wants to break out of its page. */
export const mixed: Result = aResult(
  [
    ruling('sandbox.stop.idempotent', 'violated', {
      expected: 'an empty answer to the second StopPodSandbox',
      actual: 'NOT_FOUND "<b>gone</b> & \u0000\u001b[31m"',
      calls: [41, 44],
    }),
    ruling('sandbox.run.ready', 'held'),
    ruling('container.exit.code', 'undecided', { reason: 'ContainerStatus was never answered' }),
    ruling('container.exit.reason', 'violated', { expected: 'OOMKilled', actual: 'Error' }),
    ruling('image.pull.digest', 'held'),
    ruling('image.list.order', 'unexercised', { reason: 'no run listed images twice', calls: [] }),
    ruling('stats.cpu.moves', 'unsupported', { reason: 'the runtime has no stats', calls: [] }),
  ],
  { name: 'crio', version: '1.34.1', endpoint: 'unix:///run/crio/crio.sock' },
);

/** What a function throws, for looking at its parts. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
