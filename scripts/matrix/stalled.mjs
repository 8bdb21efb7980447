// SPDX-License-Identifier: Apache-2.0

const unanswered = /no answer|got stuck|no end in the recording/;

/**
 * Contracts of which nothing could be told because the runtime left calls unanswered, which is a violation of its own:
 * if that is known, they are no finding besides. One stall of minutes holds up whichever scenarios run at that time.
 */
export function stalledIn({ rulings }) {
  const isStalled = rulings.some(
    ({ contract, verdict }) => contract === 'runtime.calls.answered' && verdict === 'violated',
  );
  const undecided = rulings.filter(({ verdict }) => verdict === 'undecided');
  if (!isStalled || !undecided.every(({ reason }) => unanswered.test(reason))) return [];
  return undecided.map(({ contract }) => contract);
}
