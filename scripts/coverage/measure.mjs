// SPDX-License-Identifier: Apache-2.0
// Falsifies the recording of one scenario after another and judges it again. What was held, undecided or not
// exercised and is violated then was found.
import { Evidence } from '#evidence/evidence.js';
import { judgeScenario } from '#judge/judge-scenario.js';
import { falsified, isFilled, modes, valuesOf } from './falsify.mjs';
import { valueSent } from './requests.mjs';
import { fieldTree, takeReaders, watched } from './trace.mjs';

/** Instead of every answer of an RPC. */
const refusals = {
  refused: { kind: 'refused', code: 'UNKNOWN', message: 'falsified' },
  unimplemented: { kind: 'refused', code: 'UNIMPLEMENTED', message: 'falsified' },
};

/** What is known after all scenarios that were added; everything in it is in no particular order. */
export class Measurement {
  #rpcs;
  #contracts;
  #trees;
  #baseline = [];
  /** Per RPC: refused or unimplemented → ids of the contracts that find it. */
  #found = new Map();
  #values = new Map();
  #called = new Set();

  constructor(rpcs, contracts) {
    this.#rpcs = rpcs;
    this.#contracts = contracts;
    this.#trees = new Map(rpcs.map(({ name, responseFields }) => [name, fieldTree(responseFields)]));
  }

  add(evidence) {
    const baseline = this.#contracts.map((contract) => judgeScenario(contract, evidence).kind);
    this.#baseline.push(
      ...this.#contracts.filter((_, at) => baseline[at] === 'violated').map(({ id }) => id),
    );
    const readers = this.#trace(evidence, baseline);
    const judged = { evidence, honest: baseline };
    for (const rpc of this.#rpcs) {
      const calls = evidence.of(rpc.name);
      if (calls.length === 0) continue;
      this.#called.add(rpc.name);
      this.#noteRequests(rpc, calls);
      this.#refuse(rpc, judged);
      for (const field of rpc.responseFields) this.#falsify(field, readers.get(field), judged, calls);
    }
  }

  /** Plain data, which a worker can post. */
  result() {
    return {
      violated: [...new Set(this.#baseline)],
      called: [...this.#called],
      found: [...this.#found].map(([key, ids]) => [key, [...ids]]),
      values: [...this.#values].map(([key, values]) => [key, [...values].sort().slice(0, 3)]),
    };
  }

  #trace(evidence, baseline) {
    this.#contracts.forEach((contract, at) => {
      const seen = { calls: evidence.calls.map((call) => this.#watchedCall(call, at)) };
      const { kind } = judgeScenario(contract, variantOf(evidence, seen.calls));
      if (kind !== baseline[at])
        throw new Error(`${contract.id} says ${kind} of what it watched, not ${baseline[at]}`);
    });
    return new Map(
      this.#rpcs.flatMap(({ name }) =>
        [...takeReaders(this.#trees.get(name))].map(([field, who]) => [field, [...who]]),
      ),
    );
  }

  #watchedCall(call, reader) {
    const tree = this.#trees.get(call.rpc);
    return withAnswers(call, (message) => watched(message, tree, reader));
  }

  #noteRequests({ name, requestFields }, calls) {
    for (const field of requestFields)
      for (const value of calls.flatMap(({ request }) => valuesOf(request, field)))
        this.#note(this.#values, `${name} ${field.path}`, valueSent(value, field));
  }

  #refuse({ name }, judged) {
    for (const [how, refusal] of Object.entries(refusals)) {
      const calls = judged.evidence.calls.map((call) =>
        call.rpc === name && ['ok', 'ended'].includes(call.outcome.kind)
          ? { ...call, outcome: refusal, messages: [] }
          : call,
      );
      this.#judge(`${name} ${how}`, judged, { calls, who: this.#contracts.keys() });
    }
  }

  #falsify(field, who, judged, calls) {
    if (!calls.some((call) => isFilledIn(call, field, judged.evidence))) return;
    for (const mode of modes) {
      const key = `${field.rpc} ${field.path} ${mode}`;
      this.#note(this.#found, key);
      const open = (who ?? []).filter((at) => !this.#found.get(key).has(this.#contracts[at].id));
      if (open.length === 0) continue;
      const falsify = remembered((message) => falsified(message, field, mode));
      const wrong = judged.evidence.calls.map((call) =>
        call.rpc === field.rpc ? withAnswers(call, falsify) : call,
      );
      this.#judge(key, judged, { calls: wrong, who: open });
    }
  }

  #judge(key, { evidence, honest }, { calls, who }) {
    const variant = variantOf(evidence, calls);
    this.#note(this.#found, key);
    for (const at of who) {
      const contract = this.#contracts[at];
      if (honest[at] === 'violated' || this.#found.get(key).has(contract.id)) continue;
      if (judgeScenario(contract, variant).kind === 'violated') this.#note(this.#found, key, contract.id);
    }
  }

  #note(map, key, value) {
    if (!map.has(key)) map.set(key, new Set());
    if (value !== undefined) map.get(key).add(value);
  }
}

/** A stream also shows the pods of scenarios that happen to run at the same time: those do not count. */
function isFilledIn({ outcome, messages }, field, evidence) {
  const isOwn = ({ container_id: id }) =>
    id === undefined || evidence.container(id) !== undefined || evidence.sandbox(id) !== undefined;
  const answers = [
    ...(outcome.kind === 'ok' ? [outcome.response] : []),
    ...messages.map(({ message }) => message).filter(isOwn),
  ];
  return answers.some((answer) => valuesOf(answer, field).some((value) => isFilled(value, field)));
}

/** A repeated answer is one object, and stays one. */
function remembered(change) {
  const known = new Map();
  return (message) => {
    if (!known.has(message)) known.set(message, change(message));
    return known.get(message);
  };
}

function withAnswers(call, change) {
  const { outcome, messages } = call;
  if (outcome.kind !== 'ok' && messages.length === 0) return call;
  return {
    ...call,
    outcome: outcome.kind === 'ok' ? { ...outcome, response: change(outcome.response) } : outcome,
    messages: messages.map(({ message, ...rest }) => ({ ...rest, message: change(message) })),
  };
}

function variantOf(evidence, calls) {
  const { header, scenario, intents, observations, ended, reason, beganMs, endedMs } = evidence;
  return new Evidence({
    header,
    scenario,
    calls,
    intents,
    observations,
    ended,
    beganMs,
    endedMs,
    ...(reason === undefined ? {} : { reason }),
  });
}
