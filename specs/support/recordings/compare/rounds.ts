// SPDX-License-Identifier: Apache-2.0
import type { CanonicalCall } from './canonical.js';

type Story = readonly CanonicalCall[];

interface Instance {
  readonly name: string;
  readonly attempt: number;
}

/**
 * Where crash loops and failing pulls lasted longer on one side: both sides up to the end of the shorter one.
 */
export function asFarAsBoth(recorded: Story, made: Story): readonly [Story, Story] {
  const [theirs, ours] = [lastAttempts(recorded), lastAttempts(made)];
  const open = new Map<string, number>();
  for (const [name, last] of theirs) {
    const other = ours.get(name) ?? 0;
    if (last !== other && Math.min(last, other) > 0) open.set(name, Math.min(last, other));
  }
  const [a, b] = [upTo(recorded, open), upTo(made, open)];
  return pullsAsFarAsBoth(a, b);
}

function instanceOf({ about }: CanonicalCall): Instance | undefined {
  const [, name, attempt] = /^<container:([^:>]+):(\d+)>$/.exec(about) ?? [];
  return name === undefined ? undefined : { name, attempt: Number(attempt) };
}

function lastAttempts(story: Story): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const call of story) {
    const instance = call.rpc === 'CreateContainer' ? instanceOf(call) : undefined;
    if (instance) last.set(instance.name, Math.max(last.get(instance.name) ?? 0, instance.attempt));
  }
  return last;
}

/** Without later instances, and without the end of the last one, which depends on whether it was the last. */
function upTo(story: Story, open: ReadonlyMap<string, number>): Story {
  const isBeyond = (call: CanonicalCall): boolean => {
    const instance = instanceOf(call);
    const last = open.get(instance?.name ?? '');
    if (instance === undefined || last === undefined) return false;
    const isEnd = /^(Stop|Remove)|ExecSync/.test(call.rpc);
    return instance.attempt > last || (instance.attempt === last && isEnd);
  };
  return story.filter((call, at) => {
    if (!isImageCall(call)) return !isBeyond(call);
    const next = story.slice(at).find((each) => !isImageCall(each));
    return next?.rpc !== 'CreateContainer' || !isBeyond(next);
  });
}

const isImageCall = ({ rpc }: CanonicalCall): boolean => rpc === 'ImageStatus' || rpc === 'PullImage';

/** At least one attempt must be on both sides. */
const leastPulls = 2;

function pullsAsFarAsBoth(recorded: Story, made: Story): readonly [Story, Story] {
  const [theirs, ours] = [vain(recorded), vain(made)];
  const count = Math.min(theirs.length, ours.length);
  if (count < leastPulls) return [recorded, made];
  const without = (story: Story, all: Story): Story =>
    story.filter((call) => !all.slice(count).includes(call));
  return [without(recorded, theirs), without(made, ours)];
}

/** Image calls after which no container starts. */
function vain(story: Story): Story {
  const last = story.findLastIndex(({ rpc }) => rpc === 'CreateContainer');
  return story.slice(last + 1).filter(isImageCall);
}
