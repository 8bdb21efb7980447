// SPDX-License-Identifier: Apache-2.0

/** Problems in the runs of one runtime, one sentence each; empty if everything is as expected. */
export function findingsOf(runs) {
  return [...new Set([...runs.flatMap(findingsOfRun), ...differencesOf(runs)])];
}

function findingsOfRun({ exit, result, complaint }) {
  if (result === undefined) return [`no result (exit ${exit}): ${complaint}`];
  // Exit code 0 says that reports/known has everything that is violated or undecided.
  const undecided = exit === 0 ? [] : result.rulings.filter(({ verdict }) => verdict === 'undecided');
  const sentences = [
    ...tooLittle(result),
    ...undecided.map(({ contract, reason }) => `${contract} undecided: ${reason}`),
  ];
  if (exit === 0 || sentences.length > 0) return sentences;
  const violated = result.rulings
    .filter(({ verdict }) => verdict === 'violated')
    .map(({ contract }) => contract);
  return [`exit ${exit}, not what reports/known says; violated: ${violated.join(' ') || complaint}`];
}

/** No violations prove nothing if little was tested. */
function tooLittle({ rulings, summary }) {
  const judged = summary.held + summary.violated + summary.undecided;
  return judged * 2 < rulings.length ? [`only ${judged} of ${rulings.length} contracts had an occasion`] : [];
}

/** Runs on one runtime must reach the same verdicts. */
function differencesOf(runs) {
  const [first, ...others] = runs.flatMap(({ result }) => (result === undefined ? [] : [verdictsOf(result)]));
  const differing = new Set();
  for (const other of others) {
    for (const contract of new Set([...first.keys(), ...other.keys()])) {
      if (first.get(contract) !== other.get(contract)) differing.add(contract);
    }
  }
  return [...differing].sort().map((contract) => `runs differ in ${contract}`);
}

function verdictsOf({ rulings }) {
  return new Map(rulings.map(({ contract, verdict }) => [contract, verdict]));
}
