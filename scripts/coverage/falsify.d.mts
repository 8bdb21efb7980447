// SPDX-License-Identifier: Apache-2.0

export interface Field {
  readonly rpc: string;
  readonly path: string;
  readonly steps: readonly { readonly name: string; readonly repeated: boolean }[];
  readonly kind: string;
  /** Of an enum, in the order of its values. */
  readonly names?: readonly string[];
}

export type Mode = 'dropped' | 'altered';

export declare const modes: readonly Mode[];

export declare function isFilled(value: unknown, field: Pick<Field, 'kind' | 'names'>): boolean;

export declare function valuesOf(message: object, field: Pick<Field, 'steps'>): readonly unknown[];

export declare function falsified<T extends object>(message: T, field: Field, mode: Mode): T;
