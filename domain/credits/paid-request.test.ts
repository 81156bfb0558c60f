import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { WHOLE_CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { type ExecutionFlow, type Owner, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import { refusingRows } from '../../test/environment/refused-rows.ts';
import { codeOf } from '../../test/environment/service.ts';
import { recommendConfiguration } from '../agent-configuration/operations/recommend-configuration.ts';
import { PRICES } from '../capabilities/prices.ts';
import { createCaseStudy } from '../case-studies/operations/create-case-study.ts';
import { suggestField } from '../case-studies/operations/suggest-field.ts';
import { perform } from '../kernel/step.ts';
import { suggestTemplates } from '../workflow-templates/operations/suggest-templates.ts';
import { holdCredits } from './ledger.ts';
import { releaseExpiredRequests } from './steps/housekeeping.ts';
import { insertPaidRequest } from './store.ts';

jest.setTimeout(60_000);

let flow: ExecutionFlow;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => flow.stop());

/** Each request that is paid when it succeeds, with its price. */
const REQUESTS: [string, number, (owner: Owner) => Promise<unknown>][] = [
  [
    'a recommended configuration',
    PRICES.agent_audit,
    ({ call }) => flow.service.run(call, recommendConfiguration, { input: { use_case: 'Write posts' } }),
  ],
  [
    'suggested templates',
    PRICES.template_suggestion,
    ({ call }) => flow.service.run(call, suggestTemplates, { input: { use_case: 'Write posts' } }),
  ],
  [
    'a suggested text',
    PRICES.case_study_suggestion,
    async ({ call }) => {
      const { id } = await flow.service.run(call, createCaseStudy, { input: WHOLE_CASE_STUDY });
      const input = { field: 'outcomes' };
      return flow.service.run(call, suggestField, { params: { id }, input });
    },
  ],
];

/** Calls `then` whenever the AI is asked. */
function whenAsked(then: () => Promise<void>): jest.SpiedFunction<typeof flow.service.deps.ai.generateObject> {
  const { ai } = flow.service.deps;
  const [object, text] = [ai.generateObject.bind(ai), ai.generateText.bind(ai)];
  jest.spyOn(ai, 'generateText').mockImplementation(async (request) => {
    await then();
    return text(request);
  });
  return jest.spyOn(ai, 'generateObject').mockImplementation(async (request) => {
    await then();
    return object(request);
  });
}

async function openRequests(): Promise<number> {
  const [row] = await flow.service.dataSource.query('SELECT count(*)::int AS n FROM paid_request');
  return row.n;
}

describe.each(REQUESTS)('%s', (_name, price, ask) => {
  test('holds its price while the AI is asked, and pays it', async () => {
    const owner = await flow.createOwner(price + 5);
    const during: object[] = [];
    whenAsked(async () => void during.push(await flow.creditsOf(owner.partner)));
    await ask(owner);
    expect(during).toEqual([{ balance: price + 5, held: price }]);
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 5, held: 0 });
    expect(await openRequests()).toBe(0);
  });

  test('asks the AI once where the credits suffice for one of five', async () => {
    const owner = await flow.createOwner(price);
    let asked = 0;
    whenAsked(async () => {
      asked += 1;
    });
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(ask(owner))));
    expect(codes.sort()).toEqual(['NO_CREDITS', 'NO_CREDITS', 'NO_CREDITS', 'NO_CREDITS', 'none']);
    expect(asked).toBe(1);
  });

  test('releases the price when the AI fails', async () => {
    const owner = await flow.createOwner(price);
    whenAsked(() => Promise.reject(new Error('Broken.')));
    await expect(ask(owner)).rejects.toThrow();
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: price, held: 0 });
    expect(await openRequests()).toBe(0);
  });

  test('whose process dies has its credits released, and a late answer is not charged', async () => {
    const owner = await flow.createOwner(price);
    const release = () => perform(flow.service.deps, releaseExpiredRequests, {});
    whenAsked(async () => {
      expect(await release()).toEqual({ released: 0 });
      await flow.service.dataSource.query(
        `UPDATE paid_request SET expires_at = clock_timestamp() - interval '1 second'`,
      );
      expect(await release()).toEqual({ released: 1 });
    });
    expect(await codeOf(ask(owner))).toMatch(/SUGGESTION_FAILED|SERVER_ERROR/);
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: price, held: 0 });
  });
});

test('credits that cannot be released keep nobody else’s', async () => {
  const price = 2;
  const owners = [await flow.createOwner(price), await flow.createOwner(price)];
  const [broken] = owners.map(({ partner }) => partner.id);
  const query = (sql: string) => flow.service.dataSource.query(sql);
  for (const { partner } of owners) {
    await flow.service.deps.transaction(flow.service.admin, async (tx) => {
      await holdCredits(tx, { partnerId: partner.id, amount: price, reference: 'dead', capability: 'agent_audit' });
      await insertPaidRequest(tx.em, partner.id, 'dead');
    });
  }
  await query(`UPDATE paid_request SET expires_at = clock_timestamp() - interval '1 second'`);
  const release = () => perform(flow.service.deps, releaseExpiredRequests, {});
  const held = () => Promise.all(owners.map(async ({ partner }) => (await flow.creditsOf(partner)).held));
  const refused = { table: 'credit_entry', when: `NEW.partner_id = ${broken}` };
  await refusingRows(flow.service.dataSource, refused, async () => {
    await expect(release()).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'refused' })] });
    expect(await held()).toEqual([price, 0]);
  });
  expect(await release()).toEqual({ released: 1 });
  expect(await held()).toEqual([0, 0]);
});
