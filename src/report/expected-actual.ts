// SPDX-License-Identifier: Apache-2.0

export interface ExpectedActual {
  readonly expected: string;
  readonly actual: string;
}

/** A result carries both in one sentence: "expected …; actual …". */
export function expectedActual(reason: string): ExpectedActual | undefined {
  const match =
    /^expected:? (?<expected>.+?)(?:[;,.]|,? but)? (?:actual|got|came|saw|found|received):? (?<actual>.+)$/su.exec(
      reason,
    );
  const { expected, actual } = match?.groups ?? {};
  return expected === undefined || actual === undefined ? undefined : { expected, actual };
}
