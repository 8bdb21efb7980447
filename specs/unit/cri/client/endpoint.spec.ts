// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';

import { socketPath } from '#cri/client/endpoint.js';

describe('the socket of an endpoint', () => {
  it.each([
    ['/run/x.sock', '/run/x.sock'],
    ['x.sock', 'x.sock'],
    ['./a:b/x.sock', './a:b/x.sock'],
    ['unix:/run/x.sock', '/run/x.sock'],
    ['unix:///run/x.sock', '/run/x.sock'],
    ['UNIX:///run/x.sock', '/run/x.sock'],
    ['unix:x.sock', 'x.sock'],
  ])('%s is %s', (endpoint, path) => {
    expect(socketPath(endpoint)).toBe(path);
  });

  it.each([
    '',
    'unix:',
    'unix://',
    'unix://run/x.sock',
    'tcp://127.0.0.1:1234',
    '127.0.0.1:1234',
    'localhost:1234',
    'dns:/x',
    'http://x',
    'npipe:////./pipe/containerd',
  ])('%j is refused with a code and a way out', (endpoint) => {
    expect(() => socketPath(endpoint)).toThrow(
      expect.objectContaining({ code: 'E-ENDPOINT-FORM', exit: 2, fix: expect.stringContaining('unix:///') }),
    );
  });
});
