// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { eventsBetween, snapshotOf } from '#kubelet/pleg/pod-event.js';
import { containerOf, type ListedObject } from './listed-pod.js';

type State = ListedObject['state'];

describe('what happened between two relists', () => {
  it.each<[State, State, string[]]>([
    [undefined, 'running', ['started']],
    [undefined, 'created', ['changed']],
    [undefined, 'exited', ['died']],
    ['created', 'unknown', []],
    ['created', 'running', ['started']],
    ['created', 'exited', ['died']],
    ['running', 'running', []],
    ['running', 'exited', ['died']],
    ['running', 'unknown', ['changed']],
    ['running', undefined, ['died', 'removed']],
    ['unknown', undefined, ['died', 'removed']],
    ['exited', undefined, ['removed']],
    ['exited', 'running', ['started']],
  ])('%s, then %s: %j', (before, after, expected) => {
    const snapshot = (state: State) =>
      snapshotOf({ sandboxes: [], containers: state ? [containerOf({ id: 'c', at: 1, state })] : [] });
    expect(eventsBetween(snapshot(before), snapshot(after)).map(({ what }) => what)).toEqual(expected);
  });

  it.each([
    [undefined, 'started'],
    ['SANDBOX_NOTREADY' as const, 'died'],
  ])('a sandbox that is %s has %s', (state, what) => {
    const after = snapshotOf({ sandboxes: [{ id: 's', ...(state && { state }) }], containers: [] });
    expect(eventsBetween(new Map(), after)).toEqual([{ what, id: 's' }]);
  });
});
