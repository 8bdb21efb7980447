// SPDX-License-Identifier: Apache-2.0
/** A part of a request, or the words in which a kubelet says why it cannot be made. */
export type Resolved<T> = { readonly value: T } | { readonly problem: string };
