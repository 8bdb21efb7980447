// SPDX-License-Identifier: Apache-2.0
import type { Access } from './access.js';
import { errorAnswer, jsonAnswer, type RegistryAnswer } from './answer.js';
import { contentAnswer } from './content-answer.js';
import { createFaultClock, spoil } from './faults.js';
import type { ImageLibrary } from './image-library.js';
import { parseRepositoryPath } from './repository-path.js';
import { routeOf, type Route } from './route.js';

export interface RegistryRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly range: string | undefined;
  readonly form: string;
}

interface RegistryReply {
  readonly answer: RegistryAnswer;
  readonly repository: string;
}

export type Registry = (request: RegistryRequest) => Promise<RegistryReply>;

/** The registry without its socket. */
export function createRegistry(library: ImageLibrary, access: Access): Registry {
  const faultFor = createFaultClock();

  const ofRepository = async (route: NamedRoute, request: RegistryRequest): Promise<RegistryAnswer> => {
    const path = parseRepositoryPath(route.name);
    if (path.own && !library.isOurs(route.name)) return unknownName;
    const refusal = path.guard && access.refusal(path.guard, route.name, request.authorization);
    if (refusal !== undefined) return refusal;
    const fetchesBlob = route.kind === 'blob' && request.method === 'GET';
    const fault = faultFor({ repository: route.name, fault: path.fault, fetchesBlob });
    const content = await library.repository(route.name);
    const answer = contentAnswer(content, { route, range: request.range, query: request.url.searchParams });
    return fault === undefined ? answer : spoil(fault, answer);
  };

  return async (request) => {
    const route = routeOf(request.url.pathname);
    if (route.kind === 'token') return { repository: '', answer: access.tokenAnswer(tokenRequest(request)) };
    const repository = 'name' in route ? route.name : '';
    if (!['GET', 'HEAD'].includes(request.method)) return { repository, answer: readOnly };
    if (route.kind === 'root') {
      return { repository, answer: jsonAnswer(200, {}, { ...versionHeader, ...access.invitation }) };
    }
    if (route.kind === 'unknown')
      return { repository, answer: errorAnswer(404, ['UNSUPPORTED', 'no such endpoint']) };
    return { repository, answer: await ofRepository(route, request) };
  };
}

type NamedRoute = Extract<Route, { readonly name: string }>;

const versionHeader = { 'docker-distribution-api-version': 'registry/2.0' };
const unknownName = errorAnswer(404, ['NAME_UNKNOWN', 'repository name not known to registry']);
const readOnly = errorAnswer(405, ['UNSUPPORTED', 'this registry is read-only'], { allow: 'GET, HEAD' });

function tokenRequest({ authorization, url, form }: RegistryRequest) {
  const parameters = new URLSearchParams([...url.searchParams, ...new URLSearchParams(form)]);
  return { authorization, parameters };
}
