// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { knownOf } from '#app/run/known.js';
import { allContracts } from '#contracts/all.generated.js';
import { aResult, ruling } from '../../compare/sample.js';

const [violated = '', undecided = '', held = '', unexercised = '', leftOut = ''] = allContracts.map(
  ({ id }) => id,
);
const result = aResult([
  ruling(violated, 'violated'),
  ruling(undecided, 'undecided'),
  ruling(held, 'held'),
  ruling(unexercised, 'unexercised'),
]);
const now = new Date('2027-03-31T23:59:59Z');
const known = (
  ...lines: Parameters<typeof knownOf>[0]
): { excused: string[]; complaints: readonly string[] } => {
  const { excused, complaints } = knownOf(lines, result, now);
  return { excused: [...excused], complaints };
};

describe('a list of known failures', () => {
  it('excuses what fails as announced', () => {
    expect(known({ id: violated, reason: 'bug 1' }, { id: undecided, reason: 'slow node' })).toEqual({
      excused: [violated, undecided],
      complaints: [],
    });
  });

  it('complains of what holds again, naming the reason that is gone', () => {
    const { excused, complaints } = known({ id: held, reason: 'bug 2' });
    expect(excused).toEqual([]);
    expect(complaints).toEqual([`${held} is listed as failing (bug 2) and holds: remove the line`]);
  });

  it('takes an intermittent one as it comes', () => {
    expect(
      known(
        { id: held, reason: 'bug 2', intermittent: true },
        { id: violated, reason: 'bug 1', intermittent: true },
      ),
    ).toEqual({ excused: [violated], complaints: [] });
  });

  it('complains of what nothing is called', () => {
    const { complaints } = known({ id: 'no.such.contract', reason: 'typo' });
    expect(complaints).toEqual(['no.such.contract is listed as failing, but there is no such contract']);
  });

  it('says nothing of what this run does not speak of', () => {
    expect(known({ id: unexercised, reason: 'bug 3' }, { id: leftOut, reason: 'bug 4' })).toEqual({
      excused: [],
      complaints: [],
    });
  });

  it('counts through its last day and not after it', () => {
    expect(known({ id: violated, reason: 'bug 1', expires: '2027-03-31' })).toEqual({
      excused: [violated],
      complaints: [],
    });
    expect(known({ id: violated, reason: 'bug 1', expires: '2027-03-30' })).toEqual({
      excused: [],
      complaints: [`${violated} was excused until 2027-03-30`],
    });
  });

  it('does not speak of another runtime or version', () => {
    const on = (runtime: string, version: string): ReturnType<typeof known> =>
      known({ id: violated, reason: 'bug 1', when: { runtime, version } });
    expect(on('containerd', '<1.8')).toEqual({ excused: [violated], complaints: [] });
    expect(on('containerd', '>=2')).toEqual({ excused: [], complaints: [] });
    expect(on('crio', '*')).toEqual({ excused: [], complaints: [] });
  });
});
