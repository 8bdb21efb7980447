// SPDX-License-Identifier: Apache-2.0
import { withDefaultTag } from '#pod/image-reference.js';
import type { ImageSeed } from '#reference-runtime/image/synthetic-image.js';
import { callsOf, type RecordedCall, type Recording } from '../recording.js';
import { unknownEntrypoint } from './recorded-programs.js';

interface Image {
  readonly id?: string;
  readonly uid?: { readonly value?: string };
  readonly username?: string;
}

const askedFor = ({ request }: RecordedCall): string =>
  (request['image'] as { readonly image?: string } | undefined)?.image ?? '';
const isThere = ({ response }: RecordedCall): boolean => response?.['image'] !== undefined;

/** Every image that the recording saw on the node, or pulled. */
export function seedsOf(recording: Recording): readonly ImageSeed[] {
  const calls = callsOf(recording);
  const looks = calls.filter((call) => call.rpc === 'ImageStatus' && isThere(call));
  const pulls = calls.filter(({ rpc, error }) => rpc === 'PullImage' && error === undefined);
  const names = new Set(
    [...looks, ...pulls]
      .map(askedFor)
      .filter((name) => !name.startsWith('sha256:'))
      .map((name) => withDefaultTag(name) ?? name),
  );
  return [...names].map((ref) => {
    const seen = looks.find((call) => withDefaultTag(askedFor(call)) === ref)?.response?.['image'] as
      Image | undefined;
    const user = seen?.username ?? seen?.uid?.value ?? '';
    const runs = { Entrypoint: [unknownEntrypoint], Cmd: null };
    return { ref, config: user === '' || user === '0' ? runs : { ...runs, User: user } };
  });
}

/** Those that were absent when the recording began. */
export function absentAtFirst(recording: Recording): readonly string[] {
  const calls = callsOf(recording).filter(({ rpc }) => rpc === 'ImageStatus' || rpc === 'PullImage');
  const names = [...new Set(calls.map(askedFor))];
  return names.filter((name) => {
    const first = calls.find((call) => askedFor(call) === name);
    return first?.rpc === 'PullImage' || (first !== undefined && !isThere(first));
  });
}
