// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { attachment, epic, feature, historyId, label, severity, testCaseId } from 'allure-js-commons';
import { allContracts } from '#contracts/all.generated.js';
import { recordOnce } from './record-once.js';

// Jest has no skip from inside a running test: the run must be over before tests are declared.
const result = await recordOnce();
const contracts = new Map(allContracts.map((contract) => [contract.id, contract]));
const severityOf = { must: 'critical', should: 'normal', may: 'minor' } as const;
const runtime = `${result.target.name} ${result.target.version}`;

for (const ruling of result.rulings) {
  const contract = contracts.get(ruling.contract);
  const declare = ruling.verdict === 'unexercised' || ruling.verdict === 'unsupported' ? it.skip : it;

  declare(`${ruling.contract}: ${contract?.title ?? ''}`, async () => {
    await testCaseId(ruling.contract);
    await historyId(`${ruling.contract} ${runtime}`);
    await epic(runtime);
    await feature(ruling.contract.split('.')[0] ?? '');
    await severity(severityOf[ruling.level]);
    await label('reference', contract?.reference.source ?? '');
    await attachment('ruling', JSON.stringify(ruling, null, 2), 'application/json');

    if (ruling.verdict === 'undecided') throw new Error(`could not tell: see the attached ruling`);
    expect(ruling).toMatchObject({ verdict: 'held' });
  });
}
