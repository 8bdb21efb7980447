// SPDX-License-Identifier: Apache-2.0

/** What a runtime can leave on a machine, one line per thing. */
export declare function census(): Set<string>;

/** What is there now and was not before. */
export declare function newSince(before: ReadonlySet<string>): string[];

/** The same, once that has stopped to shrink: the kernel takes a veth away a moment later. */
export declare function leftSince(before: ReadonlySet<string>, patienceMs?: number): Promise<string[]>;
