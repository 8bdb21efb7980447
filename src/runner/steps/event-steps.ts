// SPDX-License-Identifier: Apache-2.0
import { pause } from '#base/clock.js';
import { poll } from '#base/poll.js';
import type { CriStream } from '#cri/client/client.js';
import type { Step } from '#scenarios/step.js';
import type { ScenarioContext } from '../scenario-context.js';

/** A stream that repeats itself for ever must not fill the memory. */
const maxSeen = 10_000;

export function watchEvents(
  ctx: ScenarioContext,
  { forMs }: Extract<Step, { do: 'watch-events' }>,
): Promise<void> {
  const stream = ctx.cri.stream('GetContainerEvents', {});
  ctx.streams.push(stream);
  ctx.background.push(noteEvents(ctx, stream), stream.ended);
  if (forMs !== undefined)
    ctx.background.push(
      pause(forMs, ctx.signal).then(() => {
        stream.cancel();
      }),
    );
  return Promise.resolve();
}

async function noteEvents(
  { eventsSeen }: ScenarioContext,
  stream: CriStream<'GetContainerEvents'>,
): Promise<void> {
  for await (const { message } of stream) {
    const { container_event_type: type = 'CONTAINER_CREATED_EVENT', container_id: id = '' } = message;
    if (eventsSeen.size < maxSeen) eventsSeen.add(`${type} ${id}`);
  }
}

/** Longer than an event takes to arrive. The contracts judge what does not come. */
const patienceMs = 3000;

export async function waitForEvent(
  ctx: ScenarioContext,
  { type, container }: Extract<Step, { do: 'wait-for-event' }>,
): Promise<void> {
  ctx.ids.update(ctx.controller.view());
  const id = ctx.ids.idOf(container === undefined ? 'sandbox' : `container:${container}`) ?? '';
  const isSeen = (): true | undefined => ctx.eventsSeen.has(`${type} ${id}`) || undefined;
  await poll(isSeen, { withinMs: patienceMs, signal: ctx.signal });
}
