// SPDX-License-Identifier: Apache-2.0
const shape = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/;
const decimalExponents: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const decimalSuffixes = new Map(
  Object.entries(decimalExponents).map(([suffix, exponent]) => [exponent, suffix]),
);
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const finest = -9;

/** Nanos, the finest unit: every quantity is a whole number of them. */
const one = 10n ** BigInt(-finest);

interface QuantityParts {
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly scale: number;
  readonly suffix: string;
  readonly withExponent: boolean;
}

/**
 * apimachinery/pkg/api/resource/quantity.go, CanonicalizeBytes: no fraction, the largest suffix that leaves a
 * whole number. `1000m` becomes `1`.
 */
export function canonicalQuantity(quantity: string | number): string {
  const found = shape.exec(String(quantity).trim());
  if (!found) return String(quantity);
  const parts = partsOf(found);
  const nanos = nanosOf(parts);
  const binary = parts.suffix.endsWith('i') && nanos % one === 0n && nanos >= 1024n * one;
  const text = binary ? inBinary(nanos / one) : inDecimal(nanos, parts.withExponent);
  return `${nanos > 0n ? (found[1] ?? '') : ''}${text}`.replace(/^\+/, '');
}

function partsOf([, , whole = '', fraction = '', exponent, suffix = '']: RegExpExecArray): QuantityParts {
  const power = exponent === undefined ? (decimalExponents[suffix] ?? 0) : Number(exponent);
  return {
    digits: `${whole}${fraction}`,
    scale: power - fraction.length,
    suffix,
    withExponent: exponent !== undefined,
  };
}

function nanosOf({ digits, scale, suffix }: QuantityParts): bigint {
  const factor = suffix.endsWith('i') ? 1024n ** BigInt(binarySuffixes.indexOf(suffix)) : 1n;
  const mantissa = BigInt(digits === '' ? 0 : digits) * factor;
  const power = scale - finest;
  if (power >= 0) return mantissa * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (mantissa + divisor - 1n) / divisor;
}

function inBinary(units: bigint): string {
  let [amount, step] = [units, 0];
  while (amount % 1024n === 0n && step < binarySuffixes.length - 1)
    [amount, step] = [amount / 1024n, step + 1];
  return `${amount}${binarySuffixes[step] ?? ''}`;
}

function inDecimal(nanos: bigint, withExponent: boolean): string {
  if (nanos === 0n) return '0';
  let [amount, exponent] = [nanos, finest];
  while (amount % 1000n === 0n && exponent < 18) [amount, exponent] = [amount / 1000n, exponent + 3];
  if (withExponent) return exponent === 0 ? String(amount) : `${amount}e${exponent}`;
  return `${amount}${decimalSuffixes.get(exponent) ?? ''}`;
}
