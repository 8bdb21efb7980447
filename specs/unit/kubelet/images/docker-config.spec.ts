// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { loginsOf } from '#kubelet/images/docker-config.js';
import { base64, dockerConfig, jsonSecret } from './secrets.js';

const auth = (text: string): object => ({ auths: { r: { auth: text } } });

describe('a pull secret', () => {
  it.each([
    [
      'user and password',
      { auths: { r: { username: 'u', password: 'p' } } },
      { username: 'u', password: 'p' },
    ],
    ['auth', auth(base64('u:p:q')), { username: 'u', password: 'p:q' }],
    ['auth without padding', auth(base64('u:pp').replace(/=+$/, '')), { username: 'u', password: 'pp' }],
    [
      'auth wins over the names beside it',
      { auths: { r: { username: 'x', password: 'y', auth: base64('u:p') } } },
      { username: 'u', password: 'p' },
    ],
    ['names of fields in any case', { Auths: { r: { Username: 'u' } } }, { username: 'u' }],
    ['an empty entry', { auths: { r: null } }, {}],
    ['what else Docker keeps there', { auths: { r: { identitytoken: 't', email: 'e' } } }, {}],
  ])('%s', (_, config, expected) => {
    expect(loginsOf(jsonSecret('s', config))).toEqual({ value: [{ location: 'r', auth: expected }] });
  });
  it('of the old kind has no outer field', () => {
    const data = { '.dockercfg': base64(JSON.stringify({ r: { auth: base64('u:p') } })) };
    const secret = { metadata: { name: 's' }, type: 'kubernetes.io/dockercfg', data };
    expect(loginsOf(secret)).toEqual({ value: [{ location: 'r', auth: { username: 'u', password: 'p' } }] });
  });
  it.each([
    ['another type', { ...jsonSecret('s', dockerConfig({ r: 'u' })), type: 'Opaque' }],
    ['no such key', { metadata: { name: 's' }, type: 'kubernetes.io/dockerconfigjson', data: {} }],
    ['no registries', jsonSecret('s', {})],
  ])('says nothing: %s', (_, secret) => {
    expect(loginsOf(secret)).toEqual({ value: [] });
  });
  it.each([
    [
      'no JSON',
      {
        metadata: { name: 's' },
        type: 'kubernetes.io/dockerconfigjson',
        data: { '.dockerconfigjson': base64('{') },
      },
    ],
    ['a list', jsonSecret('s', [])],
    ['registries as a list', jsonSecret('s', { auths: [] })],
    ['a number for a user', jsonSecret('s', { auths: { r: { username: 1 } } })],
    ['an entry that is text', jsonSecret('s', { auths: { r: 'x' } })],
    ['auth that is no base64', jsonSecret('s', auth('***'))],
    ['auth cut short', jsonSecret('s', auth('abcde'))],
    ['auth without a colon', jsonSecret('s', auth(base64('u')))],
  ])('cannot be read: %s', (_, secret) => {
    expect(loginsOf(secret)).toEqual({ problem: expect.any(String) });
  });
});
