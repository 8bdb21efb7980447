// SPDX-License-Identifier: Apache-2.0
import { didYouMean } from '#base/document/did-you-mean.js';
import type { KnownFinding } from '../known-findings.js';
import { type Candidate, outcome, type PolicyRule } from '../rule-outcome.js';

/** The list of known failures must be true: a line that no longer is breaks the gate, too. */
export const knownList: PolicyRule = (candidate) => {
  const { findings, policy } = candidate;
  if (findings.length === 0) return [];
  const count = (state: KnownFinding['state']): number => findings.filter((f) => f.state === state).length;
  const detail = [`${count('fails')} failing as announced`, `${findings.length} listed`].join(', ');
  return [
    outcome(
      'knownFailing',
      `every known failure is still one${policy.expireKnownFailing ? ' and not expired' : ''}`,
      {
        detail,
        reasons: findings.flatMap((finding) => reasonsAgainst(finding, candidate)),
        notes: findings.flatMap((finding) => notesOn(finding, policy.expireKnownFailing)),
      },
    ),
  ];
};

function reasonsAgainst({ line, state, expired }: KnownFinding, candidate: Candidate): readonly string[] {
  const listed = `${line.id} is listed as known to fail (${line.issue ?? line.reason})`;
  if (state === 'unknown') return [`${listed}, but there is no such contract${hint(line.id, candidate)}`];
  if (state === 'holds') return [`${listed}, but it holds now: remove the line`];
  if (expired && state !== 'elsewhere' && candidate.policy.expireKnownFailing) {
    return [
      `${listed}, but the line expired on ${line.expires ?? ''}: fix it, or give a new date with a reason`,
    ];
  }
  return [];
}

function notesOn({ line, state, expired }: KnownFinding, expires: boolean): readonly string[] {
  const lapsed = expired && !expires ? `; expired on ${line.expires ?? ''}` : '';
  if (state === 'fails')
    return [
      `${line.id} fails as announced until ${line.expires ?? 'further notice'}: ${line.reason}${lapsed}`,
    ];
  if (state === 'passing') return [`${line.id} holds this time; it is listed as intermittent${lapsed}`];
  if (state === 'unseen') return [`${line.id} was not exercised in this run, so its line stays${lapsed}`];
  if (state === 'elsewhere') return [`${line.id}: the line is for another runtime or version`];
  return [];
}

function hint(id: string, { texts, result }: Candidate): string {
  const meant = didYouMean(id, [...texts.keys(), ...result.rulings.map(({ contract }) => contract)]);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
