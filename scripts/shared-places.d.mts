// SPDX-License-Identifier: Apache-2.0

/** Makes ready what overlapping lives of runtimes share; what it returns puts it back. */
export declare function makeSharedPlaces(): () => void;
