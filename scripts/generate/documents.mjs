// SPDX-License-Identifier: Apache-2.0
// Generated from the sources: documents for people, schemas for programs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { bugsDocument } from './bugs.mjs';
import { liesDocument } from './lies.mjs';

export async function documents() {
  return [
    { file: 'docs/contracts.md', text: await contractsDocument() },
    { file: 'docs/claims.md', text: await claimsDocument() },
    { file: 'docs/lies.md', text: await liesDocument() },
    { file: 'docs/bugs.md', text: await bugsDocument() },
    { file: 'docs/errors.md', text: await errorsDocument() },
    await commandLineDocument(),
    helpOfRun(),
    ...(await schemas()),
  ];
}

async function contractsDocument() {
  const { allContracts } = await import('#contracts/all.generated.js');
  const { allScenarios } = await import('#scenarios/all.generated.js');
  const { renderContracts } = await import('#report/contracts-markdown.js');
  return renderContracts(allContracts, (contract) =>
    allScenarios.filter(({ exercises }) => exercises.includes(contract)).map(({ id }) => id),
  );
}

async function claimsDocument() {
  const { allContracts } = await import('#contracts/all.generated.js');
  const { bugClaims, kubeletClaims } = await import('#contracts/claims.js');
  const { renderClaims } = await import('#report/claims-markdown.js');
  const parts = [
    {
      heading: 'What a kubelet relies on',
      about: 'Promises of the CRI and habits of runtimes without which a function of the kubelet breaks.',
      claims: kubeletClaims,
    },
    {
      heading: 'What bugs have broken',
      about:
        'Released runtimes have had bugs of these classes. Each claim is the rule that such a bug breaks.',
      claims: bugClaims,
    },
  ];
  return renderClaims(parts, allContracts);
}

/** The page is written by hand, its table of flags is generated. */
async function commandLineDocument() {
  const { withFlagTable } = await import('#cli/flag-table.js');
  const file = 'docs/cli.md';
  const text = withFlagTable(readFileSync(file, 'utf8'));
  return { file, text: await format(text, { ...(await resolveConfig(file)), filepath: file }) };
}

/** As it is printed: in a review, a change of it is seen. */
function helpOfRun() {
  const fromSource = ['--conditions=source', '--import', './scripts/from-source.mjs'];
  const words = [...fromSource, 'src/cli/main.ts', 'run', '--help'];
  return {
    file: 'specs/fixtures/help/run.txt',
    text: execFileSync(process.execPath, words, { encoding: 'utf8' }),
  };
}

async function errorsDocument() {
  const { errorCatalogue } = await import('#base/errors/catalogue.js');
  const about =
    'Every error that criprobe ends with has a code. `criprobe explain <code>` shows the same text.';
  const sections = Object.entries(errorCatalogue).map(
    ([code, { title, exit, seen, likely, fix }]) =>
      `## ${code}\n\n${title}. Exit code ${exit}.\n\n- **Seen**: ${seen}\n- **Likely**: ${likely}\n- **Fix**: ${fix}\n`,
  );
  return `# Errors\n\n${about}\n\n${sections.join('\n')}`;
}

/** schema/<name>.v1.schema.json describes what the code checks. */
async function schemas() {
  const { comparisonSchema } = await import('#compare/comparison-json.js');
  const { evidenceSchema } = await import('#evidence/schema/event-schema.js');
  const { gateSchema } = await import('#policy/gate-json.js');
  const { policySchema } = await import('#policy/policy.js');
  const { resultSchema } = await import('#results/result-schema.js');
  return Promise.all([
    schemaFile('compare', comparisonSchema),
    schemaFile('evidence', evidenceSchema),
    schemaFile('gate', gateSchema),
    schemaFile('policy', policySchema),
    schemaFile('result', resultSchema),
  ]);
}

async function schemaFile(name, schema) {
  const file = `schema/${name}.v1.schema.json`;
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' });
  const text = JSON.stringify({ $schema, $id: `urn:criprobe:schema:${name}:v1`, ...rest }, undefined, 2);
  return { file, text: await format(text, { ...(await resolveConfig(file)), filepath: file }) };
}
