// SPDX-License-Identifier: Apache-2.0
// What the threads found, as numbers per RPC and in all.
import { modes } from './falsify.mjs';
import { timesSent } from './requests.mjs';

/** One row per RPC: its fields and who finds what. Sorted, so that the same findings give the same text. */
export function summarize(rpcs, results) {
  const found = union(results.flatMap((result) => result.found));
  const values = union(results.flatMap((result) => result.values));
  const called = new Set(results.flatMap((result) => result.called));
  const rows = rpcs.map(({ name, responseFields, requestFields }) => {
    const fields = responseFields
      .filter(({ path }) => found.has(`${name} ${path} dropped`))
      .map(({ path }) => fieldRow(path, (mode) => found.get(`${name} ${path} ${mode}`) ?? new Set()));
    const requests = requestFields.map(({ path }) => ({
      path,
      ...timesSent(values.get(`${name} ${path}`) ?? new Set()),
    }));
    return {
      rpc: name,
      called: called.has(name),
      responseFields: responseFields.length,
      fields,
      refused: sorted(found.get(`${name} refused`)),
      unimplemented: sorted(found.get(`${name} unimplemented`)),
      requests,
    };
  });
  return { rows, totals: totalsOf(rows) };
}

function fieldRow(path, findersOf) {
  const [dropped, altered] = modes.map((mode) => sorted(findersOf(mode)));
  return { path, dropped, altered };
}

function totalsOf(rows) {
  const fields = rows.flatMap((row) => row.fields);
  const both = fields.filter(isJudged).length;
  const requests = rows.flatMap((row) => row.requests);
  return {
    rpcsCalled: rows.filter(({ called }) => called).length,
    rpcsJudged: rows.filter(isJudgedRpc).length,
    fieldsFilled: fields.length,
    judgedDropped: fields.filter(({ dropped }) => dropped.length > 0).length,
    judgedAltered: fields.filter(({ altered }) => altered.length > 0).length,
    judgedBoth: both,
    percentBoth: fields.length === 0 ? 0 : Math.floor((1000 * both) / fields.length) / 10,
    requestFieldsSent: requests.filter(({ sent }) => sent).length,
    requestFieldsVaried: requests.filter(({ varied }) => varied).length,
  };
}

export const isJudged = ({ dropped, altered }) => dropped.length > 0 && altered.length > 0;

function isJudgedRpc({ fields, refused, unimplemented }) {
  const everywhere = fields.flatMap(({ dropped, altered }) => [...dropped, ...altered]);
  return everywhere.length + refused.length + unimplemented.length > 0;
}

/** A run may fill or show a little less than another one: what its timing shows. */
const byChance = 0.02;

/** What is there to be explained; it may only shrink. */
const debts = new Set(['requestFieldsUnexplained']);

/** What is worse than the floor, in words. */
export function below(totals, floor) {
  return Object.entries(floor)
    .filter(([name, least]) => !isAsGood(name, totals[name], least))
    .map(([name, least]) => `${name} is ${totals[name]}, and was ${least}`);
}

function isAsGood(name, value, least) {
  return debts.has(name) ? value <= least : (value ?? 0) >= least - Math.floor(least * byChance);
}

/** No number gets smaller, and no debt larger. */
export function raised(totals, floor) {
  return Object.fromEntries(
    Object.entries(totals).map(([name, value]) => {
      const better = debts.has(name) ? Math.min : Math.max;
      return [name, better(value, floor[name] ?? value)];
    }),
  );
}

function union(entries) {
  const all = new Map();
  for (const [key, items] of entries) all.set(key, new Set([...(all.get(key) ?? []), ...items]));
  return all;
}

function sorted(items = []) {
  return [...items].sort();
}
