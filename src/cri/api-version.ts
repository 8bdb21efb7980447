// SPDX-License-Identifier: Apache-2.0
/** The two wire packages a CRI runtime may offer. */
export type ApiVersion = 'v1' | 'v1alpha2';
