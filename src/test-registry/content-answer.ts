// SPDX-License-Identifier: Apache-2.0
import { errorAnswer, jsonAnswer, type RegistryAnswer } from './answer.js';
import type { Manifest } from './build-image.js';
import { byteRange } from './byte-range.js';
import type { RepositoryContent } from './image-library.js';
import type { Route } from './route.js';

export interface ContentRequest {
  readonly route: Extract<Route, { readonly name: string }>;
  readonly range: string | undefined;
  readonly query: URLSearchParams;
}

/** The answer of a registry without faults. */
export function contentAnswer(content: RepositoryContent, request: ContentRequest): RegistryAnswer {
  if (content.tags.length === 0) {
    return errorAnswer(404, ['NAME_UNKNOWN', 'repository name not known to registry']);
  }
  switch (request.route.kind) {
    case 'manifest':
      return manifestAnswer(content.manifest(request.route.reference));
    case 'blob':
      return blobAnswer(content.blob(request.route.digest), request.route.digest, request.range);
    case 'tags':
      return tagsAnswer(content.tags, request.route.name, request.query);
  }
}

function manifestAnswer(manifest: Manifest | undefined): RegistryAnswer {
  if (manifest === undefined) return errorAnswer(404, ['MANIFEST_UNKNOWN', 'manifest unknown']);
  const headers = { 'content-type': manifest.mediaType, 'docker-content-digest': manifest.digest };
  return { status: 200, headers, body: manifest.bytes };
}

function blobAnswer(
  blob: Uint8Array | undefined,
  digest: string,
  rangeHeader: string | undefined,
): RegistryAnswer {
  if (blob === undefined) return errorAnswer(404, ['BLOB_UNKNOWN', 'blob unknown to registry']);
  const headers = {
    'content-type': 'application/octet-stream',
    'docker-content-digest': digest,
    'accept-ranges': 'bytes',
  };
  const range = byteRange(rangeHeader, blob.length);
  if (range === 'whole') return { status: 200, headers, body: blob };
  if (range === 'outside') {
    const where = { 'content-range': `bytes */${blob.length}` };
    return errorAnswer(416, ['RANGE_INVALID', 'no byte of the blob is in this range'], where);
  }
  const where = { 'content-range': `bytes ${range.start}-${range.end - 1}/${blob.length}` };
  return { status: 206, headers: { ...headers, ...where }, body: blob.subarray(range.start, range.end) };
}

function tagsAnswer(all: readonly string[], name: string, query: URLSearchParams): RegistryAnswer {
  const last = query.get('last');
  const rest = last === null ? all : all.filter((tag) => tag > last);
  const limit = /^\d{1,6}$/.exec(query.get('n') ?? '')?.[0];
  const tags = limit === undefined ? rest : rest.slice(0, Number(limit));
  const end = tags.at(-1);
  const more = end !== undefined && tags.length < rest.length;
  const next = more ? { link: `</v2/${name}/tags/list?n=${limit ?? ''}&last=${end}>; rel="next"` } : {};
  return jsonAnswer(200, { name, tags }, next);
}
