// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { CanonicalCall } from '../../support/recordings/compare/canonical.js';
import { compareReads } from '../../support/recordings/compare/compare-reads.js';
import { compareStories } from '../../support/recordings/compare/compare-stories.js';
import { isUnderstood } from '../../support/recordings/play/known-words.js';
import { act } from '../../support/recordings/play/marks.js';
import { outcomesIn } from '../../support/recordings/play/outcomes.js';
import { recordedCalls } from '../../support/recordings/play/play.js';
import type { Recording } from '../../support/recordings/recording.js';
import { recordingsHere } from '../../support/recordings/recordings-here.js';
import { tolerated } from '../../support/recordings/compare/tolerated.js';

const recordings = recordingsHere();

type Calls = readonly CanonicalCall[];

function callsOf(title: string): { readonly calls: Calls; readonly recording: Recording } {
  const recording = recordings.get(title);
  if (recording === undefined) throw new Error(title);
  return { calls: recordedCalls(recording), recording };
}

const at = (calls: Calls, rpc: string, nth = 0): number =>
  calls.indexOf(calls.filter((call) => call.rpc === rpc)[nth] as CanonicalCall);

const changed =
  (rpc: string, change: (call: CanonicalCall) => CanonicalCall, nth = 0) =>
  (calls: Calls): Calls =>
    calls.with(at(calls, rpc, nth), change(calls[at(calls, rpc, nth)] as CanonicalCall));

const without =
  (rpc: string, nth = 0) =>
  (calls: Calls): Calls =>
    calls.toSpliced(at(calls, rpc, nth), 1);

const twice =
  (rpc: string) =>
  (calls: Calls): Calls =>
    calls.toSpliced(at(calls, rpc), 0, calls[at(calls, rpc)] as CanonicalCall);

const request = (change: (text: string) => string): ((call: CanonicalCall) => CanonicalCall) => {
  return (call) => ({ ...call, request: JSON.parse(change(JSON.stringify(call.request))) as unknown });
};
const replaced = (from: string | RegExp, to: string): ((call: CanonicalCall) => CanonicalCall) =>
  request((text) => {
    if (text.replace(from, to) === text) throw new Error(`nothing to replace in ${text}`);
    return text.replace(from, to);
  });

/** The second of two stops begins when the first has ended. */
function oneAfterTheOther(calls: Calls): Calls {
  const [first, second] = [at(calls, 'StopContainer', 0), at(calls, 'StopContainer', 1)];
  const ended = (calls[first] as CanonicalCall).endedMs;
  const later = { ...(calls[second] as CanonicalCall), beganMs: ended + 1, endedMs: ended + 2 };
  return calls.with(second, later);
}

describe('the comparison finds', () => {
  it.each<[string, string, (calls: Calls) => Calls, RegExp]>([
    ['a missing call', 'happy-two', without('StartContainer'), /recorded, not made: StartContainer/],
    ['one call too many', 'happy-one', twice('StopPodSandbox'), /made, not recorded: StopPodSandbox/],
    ['a missing image call', 'happy-one', without('ImageStatus', 1), /recorded, not made: ImageStatus/],
    ['a missing hook', 'prestop-ok', without('ExecSync'), /recorded, not made: ExecSync/],
    ['no probes', 'readiness', (calls) => calls.filter(({ rpc }) => rpc !== 'ExecSync'), /made 0 times/],
    ['a missing probe', 'liveness-fail', without('ExecSync'), /recorded 2 times, made 1 times/],
    ['another order', 'happy-two', (calls) => swapped(calls, 'CreateContainer'), /not made: CreateContainer/],
    ['another field', 'happy-one', changed('CreateContainer', replaced('"1000"', '"999"')), /oom_score_adj/],
    ['a field gone', 'happy-one', changed('RunPodSandbox', replaced(/"hostname":"[^"]*",/, '')), /hostname/],
    [
      'a field too many',
      'happy-one',
      changed('StopContainer', replaced('{', '{"x":1,')),
      /x: recorded nothing/,
    ],
    [
      'another hash',
      'happy-one',
      changed('CreateContainer', replaced(/("io.kubernetes.container.hash":")./, '$1x')),
      /hash/,
    ],
    [
      'another grace',
      'prestop-ok',
      changed('StopContainer', replaced('"4"', '"5"')),
      /timeout: recorded "4", made "5"/,
    ],
    ['another order of mounts', 'volumes', changed('CreateContainer', mountsReversed()), /mounts\[0\]/],
    [
      'another deadline',
      'happy-one',
      changed('StopContainer', (call) => ({ ...call, deadlineMs: 125_000 })),
      /deadline/,
    ],
    [
      'a deadline gone',
      'happy-one',
      changed('RunPodSandbox', (call) => ({ ...call, deadlineMs: null })),
      /deadline/,
    ],
    [
      'a deadline of a probe',
      'readiness',
      changed('ExecSync', (call) => ({ ...call, deadlineMs: 1 })),
      /deadline/,
    ],
    ['stops that wait', 'happy-two', oneAfterTheOther, /recorded at once with/],
    [
      'a round that differs',
      'exit-always',
      changed('CreateContainer', replaced('restartCount":"1"', 'restartCount":"7"'), 1),
      /restartCount/,
    ],
  ])('%s', (...[, title, change, said]) => {
    const { calls, recording } = callsOf(title);
    const found = compareStories(calls, change(calls), recording.version);
    expect(found.join('\n')).toMatch(said);
  });

  it.each<[string, string, (calls: Calls) => Calls, RegExp]>([
    ['no look at the new sandbox', 'happy-one', without('PodSandboxStatus'), /is not the first read/],
    [
      'no verification after a kill',
      'happy-one',
      (calls) => calls.filter(({ rpc }) => !rpc.startsWith('List')),
      /not made: ListPodSandbox/,
    ],
    [
      'no reads before a removal',
      'happy-one',
      (calls) => withoutReadsBeforeRemoval(calls),
      /before RemoveContainer/,
    ],
    [
      'something else that is read',
      'happy-one',
      changed('ContainerStatus', (call) => ({ ...call, about: '<container:x:0>' })),
      /made, not recorded/,
    ],
    ['lists in another order', '1.32/happy-two', listsTogether, /mostly comes ListContainers/],
  ])('%s', (...[, title, change, said]) => {
    const { calls, recording } = callsOf(title);
    expect(compareReads(calls, change(calls), recording.version).join('\n')).toMatch(said);
  });

  it.each([...recordings.keys()])('nothing between %s and itself', (title) => {
    const { calls, recording } = callsOf(title);
    expect(compareStories(calls, calls, recording.version)).toEqual([]);
    expect(compareReads(calls, calls, recording.version)).toEqual([]);
  });
});

function swapped(calls: Calls, rpc: string): Calls {
  const [a, b] = [at(calls, rpc, 0), at(calls, rpc, 1)];
  return calls.with(a, calls[b] as CanonicalCall).with(b, calls[a] as CanonicalCall);
}

function mountsReversed(): (call: CanonicalCall) => CanonicalCall {
  return request((text) =>
    JSON.stringify(
      JSON.parse(text, (key, value: unknown) =>
        key === 'mounts' ? (value as unknown[]).toReversed() : value,
      ),
    ),
  );
}

function withoutReadsBeforeRemoval(calls: Calls): Calls {
  const stop = at(calls, 'StopPodSandbox');
  const removal = at(calls, 'RemoveContainer');
  return calls.filter((call, place) => call.rpc !== 'ContainerStatus' || place < stop || place > removal);
}

function listsTogether(calls: Calls): Calls {
  const lists = calls.filter(({ rpc }) => rpc === 'ListContainers');
  return calls
    .filter(({ rpc }) => rpc !== 'ListContainers')
    .flatMap((call) => (call.rpc === 'ListPodSandbox' ? [call, lists.shift() ?? call] : [call]));
}

describe('the comparison tolerates', () => {
  it('nothing without a reason', () => {
    for (const reason of Object.values(tolerated)) expect(reason.length).toBeGreaterThan(30);
  });

  it.each<[keyof typeof tolerated, string, (calls: Calls) => Calls]>([
    [
      'a second of deadline',
      'happy-one',
      changed('StopContainer', (call) => ({ ...call, deadlineMs: 123_900 })),
    ],
    ['stops at once', 'happy-two', (calls) => swapped(calls, 'StopContainer')],
    ['removals in a row', 'happy-two', (calls) => swapped(calls, 'RemoveContainer')],
    ['removals beside the end', '1.32/liveness-fail', removedBeforeStop],
    ['map order', 'env-args', changed('CreateContainer', (call) => envReversed(call))],
    ['repeated kills', '1.20/oom', without('StopPodSandbox', 1)],
    [
      'rounds of a crash loop',
      'exit-always',
      (calls) => calls.filter(({ about }) => about !== '<container:app:2>'),
    ],
    ['probes in between', 'readiness', without('ExecSync')],
  ])('%s', (_what, title, change) => {
    const { calls, recording } = callsOf(title);
    expect(change(calls)).not.toEqual(calls);
    const made = title === 'exit-always' ? withoutLastStart(change(calls)) : change(calls);
    expect(compareStories(calls, made, recording.version)).toEqual([]);
  });
});

/** A relist was quicker than the kill. */
function removedBeforeStop(calls: Calls): Calls {
  const [stop, removal] = [
    at(calls, 'StopPodSandbox'),
    calls.findLastIndex(({ rpc }) => rpc === 'RemoveContainer'),
  ];
  return calls.toSpliced(removal, 1).toSpliced(stop, 0, calls[removal] as CanonicalCall);
}

function envReversed(call: CanonicalCall): CanonicalCall {
  return request((text) =>
    JSON.stringify(
      JSON.parse(text, (key, value: unknown) => (key === 'envs' ? (value as unknown[]).toReversed() : value)),
    ),
  )(call);
}

/** The look-ups of an image with which no container begins. */
function withoutLastStart(calls: Calls): Calls {
  const last = calls.findLastIndex(({ rpc }) => rpc === 'CreateContainer');
  return calls.filter(({ rpc }, place) => rpc !== 'ImageStatus' || place < last);
}

describe('recordings of pods nobody here has seen', () => {
  it('stop at a mark that nobody knows', async () => {
    const { recording } = callsOf('happy-one');
    const turn = { mark: 'moon eclipsed', after: { calls: 0, probes: 0 }, then: [] };
    await expect(act({ recording } as Parameters<typeof act>[0], turn)).rejects.toThrow(
      /happy-one: what to do at the mark "moon eclipsed"\? Known: pod deleted, container process killed/,
    );
  });

  it.each<[string, readonly string[], boolean]>([
    ['a loop with a trap', ['/bin/sh', '-c', 'trap "exit 0" TERM; while :; do sleep 0.2; done'], true],
    ['another program in its place', ['/bin/sh', '-c', 'exec sleep 1000'], true],
    ['a program', ['sleep', '5'], true],
    ['a word that nobody knows', ['/bin/sh', '-c', 'true; frobnicate -f'], false],
    ['one in a trap', ['/bin/sh', '-c', 'trap "frobnicate" TERM; sleep 1'], false],
    ['one in a substitution', ['/bin/sh', '-c', 'echo $(frobnicate)'], false],
    ['a program that nobody knows', ['/bin/frobnicate'], false],
  ])('%s: the interpreter plays it: %s %s', (_what, argv, plays) => {
    expect(isUnderstood(argv)).toBe(plays);
  });

  it('know how their programs ended', () => {
    const [[, loop] = []] = [...outcomesIn(callsOf('happy-one').recording)];
    expect(loop).toEqual([{ kind: 'stopped', afterMs: 152.4, code: 0 }]);
    const [[, exits] = []] = [...outcomesIn(callsOf('exit-never').recording)];
    expect(exits?.[0]).toMatchObject({ kind: 'ended', code: 5, reason: 'Error' });
    const [[, ignores] = []] = [...outcomesIn(callsOf('term-ignored').recording)];
    expect(ignores).toEqual([{ kind: 'ran' }]);
  });
});
