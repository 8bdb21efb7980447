// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { credentialsFor } from '#kubelet/images/keyring.js';

const source = { uid: '', namespace: 'default', name: 's', credentialHash: '' };
const hub = 'docker.io/library/box';

it.each([
  ['the host', 'r.io/a/b', ['r.io'], ['r.io']],
  ['another host', 'r.io/a/b', ['s.io'], []],
  [
    'scheme and API version',
    'r.io/a/b',
    ['https://r.io/v1/', 'http://r.io/v2/'],
    ['https://r.io/v1/', 'http://r.io/v2/'],
  ],
  ['a version without a slash is a path', 'r.io/a/b', ['https://r.io/v1'], []],
  [
    'path prefixes, longest first',
    'r.io/a/b',
    ['r.io', 'r.io/a', 'r.io/c', 'r.io/a/b'],
    ['r.io/a/b', 'r.io/a', 'r.io'],
  ],
  ['a path after the API version', 'r.io/a/b', ['https://r.io/v2/a'], ['https://r.io/v2/a']],
  ['the prefix may end in a name', 'r.io/abc', ['r.io/ab'], ['r.io/ab']],
  ['a port must be the same', 'r.io:5000/a', ['r.io', 'r.io:5001', 'r.io:5000'], ['r.io:5000']],
  ['a star is one label', 'x.y.r.io/a', ['*.r.io', '*.*.r.io', 'x.*.r.io', '*'], ['x.*.r.io', '*.*.r.io']],
  [
    'a star in a label',
    'abc.r.io/a',
    ['a*c.r.io', 'a*.r.io', 'b*.r.io', 'a*b*c.r.io', 'abc*abc.r.io'],
    ['a*c.r.io', 'a*b*c.r.io', 'a*.r.io'],
  ],
  ['a star with a port', 'x.r.io:80/a', ['*.r.io', '*.r.io:80'], ['*.r.io:80']],
  ['an address', '127.0.0.1:5001/a', ['127.0.0.1:5001'], ['127.0.0.1:5001']],
  ['Docker Hub by its old name', hub, ['https://index.docker.io/v1/'], ['https://index.docker.io/v1/']],
  ['Docker Hub by its name', hub, ['docker.io', 'index.docker.io'], ['docker.io']],
  ['a part of Docker Hub', hub, ['docker.io/library', 'docker.io/other'], ['docker.io/library']],
  ['Docker Hub for nobody else', 'r.io/a', ['index.docker.io'], []],
  ['the same place twice', 'r.io/a', ['r.io', 'https://r.io/'], ['r.io', 'https://r.io/']],
])('%s', (...[, repository, locations, expected]) => {
  const keys = locations.map((location) => ({
    location,
    credential: { auth: { username: location }, source },
  }));
  expect(credentialsFor(repository, keys).map(({ auth }) => auth.username)).toEqual(expected);
});
