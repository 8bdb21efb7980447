// SPDX-License-Identifier: Apache-2.0
import type { UnaryMethod } from '#cri/methods.js';
import { OtherIds } from './other-ids.js';

export type ObjectKind = 'sandbox' | 'container' | 'image';

/** What a request or an answer says about an object. */
export interface SeenObject {
  readonly kind: ObjectKind;
  readonly id?: string | undefined;
  /** Uid of its pod. */
  readonly uid?: string | undefined;
  /** Of an image: tags and digests. */
  readonly names?: readonly string[] | undefined;
}

interface Options {
  /** Uids of earlier pods of ours, from a ledger. */
  readonly uids?: Iterable<string>;
  readonly imagePrefixes?: readonly string[];
  /** See `addOthers`. */
  readonly others?: Iterable<string>;
  /**
   * After a run was killed, its calls in flight are unknown: any object with our uid may come from one of
   * them.
   */
  readonly answersWereLost?: boolean;
}

/** A call that was not sent, because it concerned somebody else's object. */
export interface WithheldCall {
  readonly rpc: UnaryMethod;
  /** The id of the object, or the name of the image. */
  readonly id: string;
  readonly request: object;
  readonly message: string;
}

/** A report shows no more. */
const maxWithheld = 100;

/**
 * What this run created, and so may change. A runtime's word alone makes nothing ours: the object must be the
 * answer to one of our requests, its status must have a uid we generated, and it must not have existed before
 * us.
 */
export class OwnObjects {
  readonly #uids: Set<string>;
  readonly #imagePrefixes: string[];
  readonly #askedImages = new Set<string>();
  readonly #others: OtherIds;
  readonly #answersWereLost: boolean;
  /** Ids that answers to our creations returned. */
  readonly #given: Readonly<Record<ObjectKind, Set<string>>> = byKind();
  /** Given, and confirmed as ours by a status. */
  readonly #confirmed: Readonly<Record<ObjectKind, Set<string>>> = byKind();
  /** Removals that the runtime answered with OK. */
  readonly #removed: Readonly<Record<ObjectKind, Set<string>>> = byKind();
  #withheld: WithheldCall[] = [];
  /** Creations without a confirmed object, by kind and uid: each may have left one that no answer named. */
  readonly #unaccounted = new Map<string, number>();

  constructor({ uids = [], imagePrefixes = [], others = [], answersWereLost = false }: Options = {}) {
    this.#uids = new Set(uids);
    this.#imagePrefixes = [...imagePrefixes];
    this.#others = new OtherIds(others);
    this.#answersWereLost = answersWereLost;
  }

  /** A pod of ours; its uid is in the ledger. */
  addPod(uid: string): void {
    this.#uids.add(uid);
  }

  /** Prefix of our image names, including the slash. */
  addImages(prefix: string): void {
    this.#imagePrefixes.push(prefix);
  }

  /**
   * What was on the runtime before us, in the form of `noteOf`: never ours, whatever the runtime says later.
   */
  addOthers(notes: Iterable<string>): void {
    this.#others.add(notes);
  }

  /** Also by a prefix of the id, as people type it: most runtimes accept one. */
  isOther(id: string): boolean {
    return this.#others.has(id) || this.#others.hasShortened(id);
  }

  /** Whether a runtime may resolve this to an object that was there before us. */
  mayMeanOther(id: string): boolean {
    return this.#others.hasBeginning(id);
  }

  isOurUid(uid: string | undefined): boolean {
    return uid !== undefined && this.#uids.has(uid);
  }

  isOurImageName(name: string): boolean {
    return this.#imagePrefixes.some((prefix) => name.startsWith(prefix));
  }

  /** Enough to record the object, but not to change it. */
  isOurs({ kind, id = '', uid, names = [] }: SeenObject): boolean {
    if (kind === 'image') return this.#isOurImage(id, names);
    if (this.isOther(id)) return false;
    if (this.#confirmed[kind].has(id)) return true;
    return uid === undefined || uid === '' ? this.#given[kind].has(id) : this.isOurUid(uid);
  }

  /** Our pods use an image of this name. */
  askForImage(name: string): void {
    this.#askedImages.add(name);
  }

  /** An image that our pods use concerns us, even if it was there before. */
  #isOurImage(id: string, names: readonly string[]): boolean {
    if ([id, ...names].some((name) => this.#askedImages.has(name))) return true;
    if (this.isOther(id)) return false;
    return this.#given.image.has(id) || names.some((name) => this.isOurImageName(name));
  }

  /** We are about to request a sandbox or container of that pod. */
  creationBegins(kind: ObjectKind, uid: string): void {
    this.#account(kind, uid, 1);
  }

  wasGiven(kind: ObjectKind, id: string): boolean {
    return this.#given[kind].has(id);
  }

  give(kind: ObjectKind, id: string): void {
    if (id !== '') this.#given[kind].add(id);
  }

  isConfirmed(kind: ObjectKind, id: string): boolean {
    return this.#confirmed[kind].has(id) && !this.isOther(id);
  }

  /** The runtime answered that it is removed. */
  remove(kind: ObjectKind, id: string): void {
    this.#removed[kind].add(id);
  }

  /** What the runtime gave us and has not removed. */
  unremoved(kind: ObjectKind): readonly string[] {
    return [...this.#given[kind]].filter((id) => !this.#removed[kind].has(id));
  }

  withhold(call: WithheldCall): void {
    const isKnown = this.#withheld.some(({ rpc, id }) => rpc === call.rpc && id === call.id);
    if (!isKnown && this.#withheld.length < maxWithheld) this.#withheld.push(call);
  }

  /** Reports later withheld calls to the other one, too. */
  reportTo(other: OwnObjects): void {
    this.#withheld = other.#withheld;
  }

  get withheld(): readonly WithheldCall[] {
    return this.#withheld;
  }

  /** Its status has that uid. False: it cannot be an object that we requested. */
  confirm(kind: ObjectKind, id: string, uid: string): boolean {
    if (this.#confirmed[kind].has(id)) return !this.isOther(id);
    if (this.isOther(id) || this.mayMeanOther(id) || !this.isOurUid(uid)) return false;
    const mayBeUnnamed = this.#answersWereLost || (this.#unaccounted.get(`${kind} ${uid}`) ?? 0) > 0;
    if (!this.#given[kind].has(id) && !mayBeUnnamed) return false;
    this.#account(kind, uid, -1);
    this.#confirmed[kind].add(id);
    return true;
  }

  #account(kind: ObjectKind, uid: string, by: number): void {
    const key = `${kind} ${uid}`;
    this.#unaccounted.set(key, Math.max(0, (this.#unaccounted.get(key) ?? 0) + by));
  }
}

function byKind(): Record<ObjectKind, Set<string>> {
  return { sandbox: new Set(), container: new Set(), image: new Set() };
}
