// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { ResponseOf, UnaryMethod } from '#cri/methods.js';
import { readyWithinMs, type LyingAfter } from '../lying-daemon.js';
import { afterwards, type RestartLie } from './restart-lie.js';

const networkNotReady = (answer: ResponseOf<'Status'>): ResponseOf<'Status'> => ({
  ...answer,
  status: {
    conditions: [
      { type: 'RuntimeReady', status: true },
      { type: 'NetworkReady', status: false, reason: 'NetworkPluginNotReady', message: 'no network config' },
    ],
  },
});

/** It is not ready for this long after the daemon answers again. */
function unreadyFor(ms: number): (lying: LyingAfter) => CriHandlers {
  let beganMs: number | undefined;
  return afterwards('Status', (answer) => {
    beganMs ??= performance.now();
    return performance.now() < beganMs + ms ? networkNotReady(answer) : undefined;
  });
}

/**
 * The first answer to one method is false, and comes during the start: it is not ready before somebody asked.
 */
function toTheFirstWhoAsks<M extends UnaryMethod>(
  rpc: M,
  lie: () => ResponseOf<M>,
): (lying: LyingAfter) => CriHandlers {
  return (lying) => {
    let wasAsked = false;
    const first = afterwards(rpc, () => {
      if (wasAsked) return undefined;
      wasAsked = true;
      return lie();
    });
    return {
      ...afterwards('Status', (answer) => (wasAsked ? undefined : networkNotReady(answer)))(lying),
      ...first(lying),
    };
  };
}

export const restartStartLies: readonly RestartLie[] = [
  {
    name: 'the pod network is never ready again',
    tell: unreadyFor(Infinity),
    scenario: 'daemon.restart-while-idle',
    breaks: ['restart.runtime.ready-again'],
    expected: /^RuntimeReady and NetworkReady true within 30 s$/,
    actual: /"reason":"NetworkPluginNotReady",.*\}\], and not ready after \d+ ms$/,
    stuck: /^the daemon: not ready after \d+ s: NetworkReady is false/,
  },
  {
    name: 'the pod network takes longer than half a minute',
    tell: unreadyFor(readyWithinMs - 5_000),
    scenario: 'daemon.crash-while-idle',
    breaks: ['restart.runtime.ready-again'],
    expected: /^RuntimeReady and NetworkReady true within 30 s$/,
    actual: /"reason":"NetworkPluginNotReady",.*\}\], and ready after \d+ ms$/,
  },
  {
    name: 'while it starts no container is listed',
    tell: toTheFirstWhoAsks('ListContainers', () => ({})),
    scenario: 'daemon.preexisting-log-rotated',
    breaks: [
      'restart.starting.not-missing',
      'restart.objects.same-set',
      'container.list.stays-until-removed',
    ],
    expected: /^[0-9a-f]{64} there, or a refusal that does not deny it$/,
    actual: /^ListContainers without it$/,
  },
  {
    name: 'while it starts a container is not found',
    tell: toTheFirstWhoAsks('ContainerStatus', () => {
      throw new CriRefusal('NOT_FOUND', 'no such container');
    }),
    scenario: 'daemon.interrupted-stop',
    breaks: ['restart.starting.not-missing', 'container.list.stays-until-removed'],
    expected: /^[0-9a-f]{64} there, or a refusal that does not deny it$/,
    actual: /^ContainerStatus without it$/,
  },
  {
    name: 'while it starts nobody is told that it does',
    tell: toTheFirstWhoAsks('ListContainers', () => {
      throw new CriRefusal('UNKNOWN', 'server is not initialized yet');
    }),
    scenario: 'daemon.preexisting-log-rotated',
    breaks: ['restart.starting.says-unavailable'],
    expected: /^UNAVAILABLE, until the daemon is ready$/,
    actual: /^UNKNOWN: server is not initialized yet$/,
  },
];
