// SPDX-License-Identifier: Apache-2.0

export type NamedKind = 'sandbox' | 'container' | 'image';

/** What an answer says of an object, as far as it tells whose it is. */
export interface NamedObject {
  readonly kind: NamedKind;
  readonly id?: string;
  /** Of the pod it belongs to. */
  readonly uid?: string;
  /** Of an image. */
  readonly names?: readonly string[];
}

/** Knows what this run made. Whatever else is on the node belongs to others, and is not written down. */
export interface Ours {
  isOurs(object: NamedObject): boolean;
}

/** All that is written of an object that is not ours. */
export interface Other {
  readonly id: string;
  readonly state: string;
  /**
   * `listed`: it fits the filter. `asked-for`: we asked for it by its id. `watched`: an event told of it.
   * `other-state`: it fits but for its state. `incomplete`: it fits, and lacks its id or metadata (a container: its image).
   * `not-asked-for`: it does not fit.
   */
  readonly why: 'listed' | 'asked-for' | 'watched' | 'other-state' | 'incomplete' | 'not-asked-for';
}

/** On a node with many pods the rest is counted. */
export const maxOthers = 200;
