// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { renderJunit } from '#report/junit.js';
import { aResult, mixed, ruling, texts } from '../compare/sample.js';
import { header } from './header.js';

interface Case {
  readonly name: string;
  readonly classname: string;
  readonly failure?: { readonly message: string; readonly type: string; readonly '#text': string };
  readonly error?: { readonly message: string };
  readonly skipped?: { readonly message: string };
}

interface JunitXml {
  readonly testsuites: {
    readonly tests: string;
    readonly failures: string;
    readonly errors: string;
    readonly skipped: string;
    readonly testsuite: readonly {
      readonly name: string;
      readonly testcase: readonly Case[];
      readonly properties: {
        readonly property: readonly { readonly name: string; readonly value: string }[];
      };
    }[];
  };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
});

const xml = renderJunit(mixed, { texts, header, evidenceFile: 'evidence.jsonl' });
const { testsuites } = parser.parse(xml) as JunitXml;
const cases = testsuites.testsuite.flatMap(({ testcase }) => testcase);
const caseOf = (id: string): Case | undefined => cases.find(({ name }) => name.startsWith(id));

describe('renderJunit', () => {
  it('is well-formed, without the characters XML forbids', () => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor is one more package
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).not.toMatch(/[^\P{Cc}\n]/u);
    expect(xml).toContain('\uFFFD\uFFFD[31m');
  });

  it('has a suite per area and a case per contract, counted', () => {
    expect(testsuites.testsuite.map(({ name }) => name)).toEqual(['sandbox', 'container', 'image', 'stats']);
    expect([testsuites.tests, testsuites.failures, testsuites.errors, testsuites.skipped]).toEqual([
      '7',
      '2',
      '1',
      '2',
    ]);
    expect(cases).toHaveLength(7);
  });

  it('maps the five verdicts', () => {
    expect(caseOf('sandbox.run.ready')).toEqual({
      classname: 'sandbox',
      name: 'sandbox.run.ready A sandbox that was run is ready',
    });
    expect(caseOf('container.exit.code')).toMatchObject({
      error: { message: 'ContainerStatus was never answered' },
    });
    expect(caseOf('image.list.order')).toMatchObject({
      skipped: { message: 'unexercised: no run listed images twice' },
    });
    expect(caseOf('stats.cpu.moves')).toMatchObject({
      skipped: { message: 'unsupported: the runtime has no stats' },
    });
  });

  it('tells the whole story of a failure', () => {
    const failure = caseOf('sandbox.stop.idempotent')?.failure;
    expect(failure?.type).toBe('must');
    expect(failure?.message).toContain('<b>gone</b> & ');
    expect(failure?.['#text']).toContain('criprobe run --only sandbox.stop.idempotent');
  });

  it('says in every suite what was tested where', () => {
    for (const { properties } of testsuites.testsuite) {
      expect(properties.property).toEqual(
        expect.arrayContaining([
          { name: 'runtime', value: 'crio' },
          { name: 'version', value: '1.34.1' },
          { name: 'kernel', value: 'Linux 6.8.0 x86_64' },
        ]),
      );
    }
  });

  it('keeps what others say within its element, and what XML forbids out of it', () => {
    const reason = `</failure> "&#0;" <![CDATA[ ]]> \uFFFE\uFFFF\uD800\u0000 \u{1F600}`;
    const odd = renderJunit(aResult([ruling('sandbox.run.ready', 'violated', { reason })]), { texts });
    const [suite] = (parser.parse(odd) as JunitXml).testsuites.testsuite;
    expect(suite?.testcase[0]?.failure?.message).toBe(
      `</failure> "&#0;" <![CDATA[ ]]> \uFFFD\uFFFD\uFFFD\uFFFD \u{1F600}`,
    );
    expect(suite?.testcase[0]?.failure?.['#text']).toContain('"&#0;" <![CDATA[ ]]>');
  });

  it('cuts what would choke a reader', () => {
    const long = aResult([ruling('sandbox.run.ready', 'violated', { reason: 'x'.repeat(1e6) })]);
    expect(renderJunit(long, { texts }).length).toBeLessThan(30_000);
  });
});
