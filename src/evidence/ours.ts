// SPDX-License-Identifier: Apache-2.0

export type NamedKind = 'sandbox' | 'container' | 'image';

/** The parts of an object in an answer that tell whose it is. */
export interface NamedObject {
  readonly kind: NamedKind;
  readonly id?: string;
  /** Uid of its pod. */
  readonly uid?: string;
  /** Of an image. */
  readonly names?: readonly string[];
}

/** Knows what this run created. Everything else on the node belongs to others and is not recorded. */
export interface Ours {
  isOurs(object: NamedObject): boolean;
}

/** All that is recorded about an object that is not ours. */
export interface Other {
  readonly id: string;
  readonly state: string;
  /**
   * `listed`: it matches the filter. `asked-for`: we asked for it by id. `watched`: an event mentioned it.
   * `other-state`: it matches except for its state. `incomplete`: it matches, but has no id or metadata (a
   * container: no image). `not-asked-for`: it does not match.
   */
  readonly why: 'listed' | 'asked-for' | 'watched' | 'other-state' | 'incomplete' | 'not-asked-for';
}

/** On a node with many pods, the rest is only counted. */
export const maxOthers = 200;
