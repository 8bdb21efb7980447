// SPDX-License-Identifier: Apache-2.0
// With how many values a field of a request is sent, and why some are sent with fewer than two.
import { isFilled } from './falsify.mjs';
import { patternOf } from './reasons.mjs';
import { requestReasons } from './request-reasons.mjs';

/** Stands for every way to say nothing: proto3 sends 0, '' and false as it sends a field that is left out. */
const unfilled = '(unfilled)';

/** The value as a text that equal values share. */
export function valueSent(value, field) {
  return isFilled(value, field) ? JSON.stringify(value) : unfilled;
}

/** A field is sent if its message is, and filled if it ever says more than that it is left out. */
export function timesSent(seen) {
  return {
    sent: seen.size > 0,
    filled: [...seen].some((value) => value !== unfilled),
    varied: seen.size > 1,
  };
}

/**
 * Every field with fewer than two values that is not for Windows, of the RPCs that are called, with why; and the
 * reasons that explain none of them. A reason that holds for some nodes only is never unneeded.
 */
export function explainRequests(rows, table = requestReasons) {
  const used = new Set();
  const open = rows
    .filter(({ called }) => called)
    .flatMap(({ rpc, requests }) =>
      requests
        .filter(({ path, varied }) => !varied && !/windows/.test(path))
        .map(({ path, sent, filled }) => {
          const reason = table.find((each) => patternOf(each).test(`${rpc} ${path}`));
          if (reason !== undefined) used.add(reason);
          return { rpc, path, sent, filled, why: reason?.why, source: reason?.source };
        }),
    );
  return { open, unneeded: table.filter((reason) => !used.has(reason) && reason.dependsOnNode !== true) };
}
