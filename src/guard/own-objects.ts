// SPDX-License-Identifier: Apache-2.0
import type { UnaryMethod } from '#cri/methods.js';
import { OtherIds } from './other-ids.js';

export type ObjectKind = 'sandbox' | 'container' | 'image';

/** Whether an object is ours, by what was asked for and what is known of it. */
export interface SeenObject {
  readonly kind: ObjectKind;
  readonly id?: string | undefined;
  /** Of its pod. */
  readonly uid?: string | undefined;
  /** Of an image: tags and digests. */
  readonly names?: readonly string[] | undefined;
}

interface Options {
  /** Uids of pods that were ours before: those of a ledger. */
  readonly uids?: Iterable<string>;
  readonly imagePrefixes?: readonly string[];
  /** See `addOthers`. */
  readonly others?: Iterable<string>;
  /** After a run was killed nobody knows which of its calls were under way: any object with our uid may be one of them. */
  readonly answersWereLost?: boolean;
}

/** A call that was not sent, because it was about an object of somebody else. */
export interface Withheld {
  readonly rpc: UnaryMethod;
  /** The object it was about, or the name of the image. */
  readonly id: string;
  readonly request: object;
  readonly message: string;
}

/** Nobody reads more of them. */
const maxWithheld = 100;

/**
 * What this run made, and so may change. A runtime's word alone makes nothing ours: an object has to be the answer to a
 * request of ours, its status has to carry a uid of our making, and it must not have been there before us.
 */
export class OwnObjects {
  readonly #uids: Set<string>;
  readonly #imagePrefixes: string[];
  readonly #askedImages = new Set<string>();
  readonly #others: OtherIds;
  readonly #answersWereLost: boolean;
  /** In the answer to a creation of ours. */
  readonly #given: Readonly<Record<ObjectKind, Set<string>>> = byKind();
  /** Given, and shown by its status to be ours. */
  readonly #confirmed: Readonly<Record<ObjectKind, Set<string>>> = byKind();
  /** Answered with OK to a removal. */
  readonly #removed: Readonly<Record<ObjectKind, Set<string>>> = byKind();
  #withheld: Withheld[] = [];
  /** Creations that ended in no confirmed object, by kind and uid: each may have left one that no answer named. */
  readonly #unaccounted = new Map<string, number>();

  constructor({ uids = [], imagePrefixes = [], others = [], answersWereLost = false }: Options = {}) {
    this.#uids = new Set(uids);
    this.#imagePrefixes = [...imagePrefixes];
    this.#others = new OtherIds(others);
    this.#answersWereLost = answersWereLost;
  }

  /** A pod of our making; its uid stands in the ledger. */
  addPod(uid: string): void {
    this.#uids.add(uid);
  }

  /** Start of the names of our images, up to and with a slash. */
  addImages(prefix: string): void {
    this.#imagePrefixes.push(prefix);
  }

  /** What was on the runtime before us, as `noteOf` has it: never ours, whatever is said of it later. */
  addOthers(notes: Iterable<string>): void {
    this.#others.add(notes);
  }

  /** Also by the beginning of its id, as people type it: most runtimes take that for the whole. */
  isOther(id: string): boolean {
    return this.#others.has(id) || this.#others.hasShortened(id);
  }

  /** What a runtime may take for an object that was there before us. */
  mayMeanOther(id: string): boolean {
    return this.#others.hasBeginning(id);
  }

  isOurUid(uid: string | undefined): boolean {
    return uid !== undefined && this.#uids.has(uid);
  }

  isOurImageName(name: string): boolean {
    return this.#imagePrefixes.some((prefix) => name.startsWith(prefix));
  }

  /** Good enough to write down what a runtime shows of it; nothing is changed on that account. */
  isOurs({ kind, id = '', uid, names = [] }: SeenObject): boolean {
    if (kind === 'image') return this.#isOurImage(id, names);
    if (this.isOther(id)) return false;
    if (this.#confirmed[kind].has(id)) return true;
    return uid === undefined || uid === '' ? this.#given[kind].has(id) : this.isOurUid(uid);
  }

  /** Our pods ask for an image by this name. */
  askForImage(name: string): void {
    this.#askedImages.add(name);
  }

  /** What our pods ask for concerns us, also where it was there before. */
  #isOurImage(id: string, names: readonly string[]): boolean {
    if ([id, ...names].some((name) => this.#askedImages.has(name))) return true;
    if (this.isOther(id)) return false;
    return this.#given.image.has(id) || names.some((name) => this.isOurImageName(name));
  }

  /** About to ask for a sandbox or container of that pod. */
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

  /** The runtime says that it is removed. */
  remove(kind: ObjectKind, id: string): void {
    this.#removed[kind].add(id);
  }

  /** What the runtime gave us and did not say to have removed. */
  unremoved(kind: ObjectKind): readonly string[] {
    return [...this.#given[kind]].filter((id) => !this.#removed[kind].has(id));
  }

  withhold(call: Withheld): void {
    const isKnown = this.#withheld.some(({ rpc, id }) => rpc === call.rpc && id === call.id);
    if (!isKnown && this.#withheld.length < maxWithheld) this.#withheld.push(call);
  }

  /** What is withheld from now on, the other one knows as well. */
  reportTo(other: OwnObjects): void {
    this.#withheld = other.#withheld;
  }

  get withheld(): readonly Withheld[] {
    return this.#withheld;
  }

  /** Its status carries that uid. False: nothing that we asked for can be this object. */
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
