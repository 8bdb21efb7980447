// SPDX-License-Identifier: Apache-2.0
import { cutInMiddle } from '#base/text/cut-in-middle.js';
import type { StatusResponse, VersionResponse } from '#cri/proto/generated/messages.js';
import type { AnsweredCall, RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { canonical } from '../../judging/unchanged.js';

/** Something that a runtime says of itself: in the answer of a call, and before the first scenario. */
interface SaidTwice {
  readonly field: string;
  readonly now: unknown;
  readonly atStart: unknown;
}

/** The texts of the header are cut where they are longer. */
const maxName = 200;

/** Fields of a Version answer that were different before the first scenario, as texts. Missing ones are none. */
export function versionUnlikeAtStart(evidence: Evidence, call: AnsweredCall<'Version'>): readonly string[] {
  const { target } = evidence.header;
  const {
    runtime_name: name = '',
    runtime_version: version = '',
    runtime_api_version: api = '',
  }: VersionResponse = call.outcome.response;
  const said: readonly SaidTwice[] = [
    { field: 'runtime_name', now: cutInMiddle(name, maxName), atStart: target.name },
    { field: 'runtime_version', now: cutInMiddle(version, maxName), atStart: target.version },
    ...(target.said === undefined
      ? []
      : [{ field: 'runtime_api_version', now: api, atStart: target.said.apiVersion }]),
  ];
  return unlike(said.filter(({ now }) => now !== ''));
}

/** The same of the handlers and features in a Status answer. */
export function statusUnlikeAtStart(evidence: Evidence, call: AnsweredCall<'Status'>): readonly string[] {
  const { handlers: names, said } = evidence.header.target;
  const { runtime_handlers: handlers = [], features = {} }: StatusResponse = call.outcome.response;
  // An older recording has their names, if the runtime gave any.
  if (said === undefined && names.length === 0) return [];
  if (said === undefined)
    return unlike([
      { field: 'names of runtime_handlers', now: handlers.map(({ name = '' }) => name), atStart: names },
    ]);
  return unlike([
    { field: 'runtime_handlers', now: handlers.map(bare), atStart: said.handlers.map(bare) },
    { field: 'features', now: bare(features), atStart: bare(said.features) },
  ]);
}

/** An empty message says nothing. */
function bare(message: object): object {
  return Object.fromEntries(
    Object.entries(message)
      .map(([key, value]: [string, unknown]) => [key, isMessage(value) ? bare(value) : value] as const)
      .filter(([, value]) => canonical(value) !== 'none' && !(isMessage(value) && canonical(value) === '{}')),
  );
}

const isMessage = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unlike(facts: readonly SaidTwice[]): readonly string[] {
  return facts
    .filter(({ now, atStart }) => canonical(now) !== canonical(atStart))
    .map(
      ({ field, now, atStart }) =>
        `${field} ${canonical(now)}, before the first scenario ${canonical(atStart)}`,
    );
}

/** No other version of the runtime can have taken over since. */
export function isBeforeUpgrades(evidence: Evidence, { endedMs = Infinity }: RecordedCall): boolean {
  return evidence.outages().every(({ upgraded, stoppingMs }) => !upgraded || endedMs <= stoppingMs);
}
