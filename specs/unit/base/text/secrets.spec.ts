// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { keepCredentials, keepSecret, withoutSecrets, withoutTelling } from '#base/text/secrets.js';

describe('a known secret', () => {
  it.each([0, 1, 2, 3, 4])('is struck out as it is and in base64, %i bytes into a text', (before) => {
    const secret = 'Pa$$w"rd.ö(1)';
    keepSecret(secret);
    const text = `${'x'.repeat(before)}${secret}yyy`;
    const encoded = Buffer.from(text).toString('base64');
    for (const form of [
      text,
      encoded,
      JSON.stringify(text),
      `https://me:${encodeURIComponent(secret)}@host/`,
    ]) {
      expect(withoutSecrets(form)).toContain('[redacted]');
      expect(withoutSecrets(form)).not.toContain(secret);
    }
    const left = withoutSecrets(encoded).replaceAll('[redacted]', '');
    expect(Buffer.from(left, 'base64').toString()).not.toContain('w"rd');
  });

  it('of a registry is struck out of the header that it is sent in', () => {
    keepCredentials('robot', 'long-enough');
    const header = `Basic ${Buffer.from('robot:long-enough').toString('base64')}`;
    expect(withoutSecrets(`sent ${header}, and robot:long-enough`)).toBe(
      'sent Basic [redacted], and [redacted]',
    );
  });

  it('is shown by another name where one is given', () => {
    keepSecret('sshpass -p hunter2 ssh node', '--stop-command …');
    expect(withoutSecrets('$ sshpass -p hunter2 ssh node')).toBe('$ --stop-command …');
  });

  it('is too short to be one below five characters, and the longest of several counts', () => {
    keepSecret('true');
    keepSecret('inner-secret');
    keepSecret('outer-inner-secret');
    expect(withoutSecrets('true, outer-inner-secret')).toBe('true, [redacted]');
  });
});

it.each([
  ['Authorization: Bearer abc.def', 'Authorization: [redacted]'],
  ['{"token":"abc123"}', '{"token":"[redacted]"}'],
  ['password=hunter2, user=me', 'password=[redacted], user=me'],
  ['a token is needed', 'a token is needed'],
])('texts of others lose what looks like a secret: %s', (text, left) => {
  expect(withoutTelling(text)).toBe(left);
});
