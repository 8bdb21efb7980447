// SPDX-License-Identifier: Apache-2.0
const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};
const shape = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:[eE]([+-]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/;

/** The value of a Kubernetes quantity (`500m`, `64Mi`, `1e3`); undefined if it is not one. */
export function parseQuantity(text: string | number): number | undefined {
  const found = shape.exec(String(text).trim());
  if (!found) return undefined;
  const [, digits = '', exponent, suffix = ''] = found;
  const factor = exponent === undefined ? factors[suffix] : 10 ** Number(exponent);
  return factor === undefined ? undefined : Number(digits) * factor;
}

/** In thousandths, rounded up, as for CPU. Undefined if unset or not a quantity. */
export function milliOf(quantity: string | number | undefined): number | undefined {
  const value = quantity === undefined ? undefined : parseQuantity(quantity);
  return value === undefined ? undefined : Math.ceil(Number((value * 1000).toPrecision(15)));
}

/** In whole units, rounded up, as for memory. Undefined if unset or not a quantity. */
export function wholeOf(quantity: string | number | undefined): number | undefined {
  const value = quantity === undefined ? undefined : parseQuantity(quantity);
  return value === undefined ? undefined : Math.ceil(value);
}
