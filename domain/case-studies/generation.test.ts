import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CASE_STUDY, WHOLE_CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { grantCredits } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { perform } from '../kernel/step.ts';
import type { Story } from './fields.ts';
import { acceptGeneration, awaitEnd, resultOf } from './generation.ts';
import { findGeneration } from './generation-store.ts';
import { createCaseStudy } from './operations/create-case-study.ts';
import { getCaseStudy } from './operations/reads.ts';
import { listStaleGenerations, rollUpCaseStudyCounts } from './steps/housekeeping.ts';
import { failGeneration, writeCaseStudy } from './steps/write-case-study.ts';
import type { CaseStudyGenerationRow } from './table.ts';

const PRICE = 15;
const ANSWER = {
  case_study_title: 'Figures at opening time',
  short_description: 'Reports in 40 minutes.',
  problem_statement_enhanced: 'Reports took 9 hours.',
  proposed_solution_enhanced: 'The warehouse was moved.',
  outcomes_enhanced: 'Reports take 40 minutes.',
  tco_analysis_enhanced: 'One bill by use.',
  lessons_learned_enhanced: 'Reports first.',
  architecture_diagram_suggestions: ['Show the warehouse.'],
  cloud_services_recommendations: [{ service: 'Amazon S3', rationale: 'It lasts.' }],
  validation_tips: ['Ask for a quotation.'],
};
const STORY = { ...CASE_STUDY, is_public: false } as Story;

let service: TestService;
let questions = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The service with an AI that gives this answer. */
function answering(more: object = {}): Deps {
  const generateObject = async () => {
    questions += 1;
    return { value: { ...ANSWER, ...more }, model: 'test', usage: { inputTokens: 7, outputTokens: 9 } };
  };
  return { ...service.deps, ai: { ...service.deps.ai, generateObject } };
}

async function caller(credits = 100): Promise<Call> {
  const partner = await service.createPartner();
  const grant = { partnerId: partner.id, kind: 'grant', amount: credits, reference: 'test', reason: 'test' } as const;
  await service.deps.transaction(service.admin, (tx) => grantCredits(tx, grant));
  return (await service.createKey(partner)).call;
}

const accept = (call: Call, context = {}) => acceptGeneration(service.deps, call, { story: STORY, context });
const referenceOf = ({ id, row_key }: CaseStudyGenerationRow) => ({ generationId: id, rowKey: row_key });
const reread = async ({ id }: CaseStudyGenerationRow) => (await findGeneration(service.deps.db, id)) ?? never();

async function creditsOf({ partner_id: id }: CaseStudyGenerationRow): Promise<{ balance: number; held: number }> {
  const [row] = await service.dataSource.query('SELECT balance, held FROM credit_account WHERE partner_id = $1', [id]);
  return row;
}

async function studiesOf({ partner_id: id }: CaseStudyGenerationRow): Promise<number> {
  const [row] = await service.dataSource.query('SELECT count(*) AS n FROM case_study WHERE partner_id = $1', [id]);
  return row.n;
}

describe('writing', () => {
  test('makes one case study and charges once, however often and at once it is done', async () => {
    const call = await caller();
    const generation = await accept(call);
    expect(await creditsOf(generation)).toEqual({ balance: 100, held: PRICE });
    const done = [1, 2, 3].map(() => perform(answering(), writeCaseStudy, referenceOf(generation)));
    expect((await Promise.all(done)).filter(Boolean).length).toBeGreaterThanOrEqual(1);
    const before = questions;
    expect(await perform(answering(), writeCaseStudy, referenceOf(generation))).toBe(true);
    expect(questions).toBe(before);
    expect(await creditsOf(generation)).toEqual({ balance: 100 - PRICE, held: 0 });
    expect(await studiesOf(generation)).toBe(1);
    const ended = await reread(generation);
    expect(ended).toMatchObject({ status: 'completed', model: 'test', input_tokens: 7, output_tokens: 9 });
    const study = await resultOf(service.deps, call, ended);
    expect(study).toMatchObject({ case_study_title: ANSWER.case_study_title, prompt_version: ended.prompt_version });
  });

  test('asks once where the answer could not be saved at first', async () => {
    const call = await caller();
    const generation = await accept(call);
    const deps = answering();
    const away = { ...deps, transaction: () => Promise.reject(new Error('The database is away.')) };
    const before = questions;
    await expect(perform(away, writeCaseStudy, referenceOf(generation))).rejects.toThrow('away');
    expect(await perform(deps, writeCaseStudy, referenceOf(generation))).toBe(true);
    expect(questions).toBe(before + 1);
  });

  test('takes the last place for a case study from its beginning', async () => {
    const call = await caller();
    const deps = { ...service.deps, limits: { ...service.deps.limits, case_studies: 1 } };
    const one = () => acceptGeneration(deps, call, { story: STORY, context: {} });
    const [generation, ...refused] = [await one(), await codeOf(one()), await codeOf(one())];
    expect(refused).toEqual(['CONFLICT', 'CONFLICT']);
    await perform(answering(), writeCaseStudy, referenceOf(generation));
    expect([await codeOf(one()), await studiesOf(generation)]).toEqual(['CONFLICT', 1]);
  });

  test('of another row under the same number does nothing', async () => {
    const generation = await accept(await caller());
    const other = { generationId: generation.id, rowKey: crypto.randomUUID() };
    expect(await perform(answering(), writeCaseStudy, other)).toBe(false);
    expect(await perform(service.deps, failGeneration, { ...other, reason: 'lost' })).toBe(false);
    expect((await reread(generation)).status).toBe('running');
  });

  test('what a guardrail forbids fails, costs nothing and leaves nothing', async () => {
    const call = await caller();
    const generation = await accept(call);
    const leaking = answering({ outcomes_enhanced: 'Pay with 4111 1111 1111 1111.' });
    expect(await perform(leaking, writeCaseStudy, referenceOf(generation))).toBe(false);
    const ended = await reread(generation);
    expect(ended).toMatchObject({ status: 'failed', error: expect.stringContaining('payment card') });
    expect(await creditsOf(generation)).toEqual({ balance: 100, held: 0 });
    expect(await studiesOf(generation)).toBe(0);
    expect(await codeOf(resultOf(service.deps, call, ended))).toBe('GENERATION_FAILED');
  });

  test('marks what the brand voice rules out', async () => {
    const call = await caller();
    const generation = await accept(call, { brand_voice: { donts: ['quick wins'] } });
    await perform(
      answering({ lessons_learned_enhanced: 'Take Quick Wins first.' }),
      writeCaseStudy,
      referenceOf(generation),
    );
    const { generated_content: content } = await resultOf(service.deps, call, await reread(generation));
    expect(content?.validation_tips).toContain(
      'Review: lessons_learned_enhanced: The text uses a phrase that the brand voice rules out (brand_voice.dont): "quick wins". To let it pass, take it out of the brand voice\'s donts.',
    );
  });
});

describe('a request that waits too long', () => {
  test('leaves a draft, which is then written; two such requests leave one', async () => {
    const call = await caller();
    const generation = await accept(call);
    const waited = await awaitEnd(service.deps, generation, 1);
    const drafts = await Promise.all([resultOf(service.deps, call, waited), resultOf(service.deps, call, waited)]);
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(1);
    expect(drafts[0]?.generation).toEqual({ status: 'running', error: null });
    expect(await perform(answering(), writeCaseStudy, referenceOf(generation))).toBe(true);
    const written = await service.run(call, getCaseStudy, { params: { id: drafts[0]?.id } });
    expect(written).toMatchObject({ case_study_title: ANSWER.case_study_title, generation: { status: 'completed' } });
    expect(await studiesOf(generation)).toBe(1);
  });

  test('and racing with the end gets the one case study', async () => {
    const call = await caller();
    const generation = await accept(call);
    const [, result] = await Promise.all([
      perform(answering(), writeCaseStudy, referenceOf(generation)),
      resultOf(service.deps, call, generation),
    ]);
    expect((await reread(generation)).case_study_id).toBe(result.id);
    expect(await studiesOf(generation)).toBe(1);
  });

  test('and whose case study fails as its draft is read fails, too', async () => {
    const call = await caller();
    const generation = await accept(call);
    const { db } = service.deps;
    const failing = {
      ...service.deps,
      db: {
        async query(text: string, values?: unknown[]) {
          await perform(service.deps, failGeneration, { ...referenceOf(generation), reason: 'ai_refused' });
          return db.query(text, values);
        },
      } as Deps['db'],
    };
    expect(await codeOf(resultOf(failing, call, generation))).toBe('GENERATION_FAILED');
    expect(await reread(generation)).toMatchObject({ status: 'failed', case_study_id: expect.any(Number) });
  });
});

test('a lost run is found and ended, and the draft that it left says so', async () => {
  const call = await caller();
  const generation = await accept(call);
  const draft = await resultOf(service.deps, call, generation);
  const asked = { untouchedSince: new Date(Date.now() + 60_000).toISOString(), afterId: generation.id - 1, limit: 1 };
  expect(await perform(service.deps, listStaleGenerations, asked)).toEqual([]);
  await service.dataSource.query(`DELETE FROM outbox WHERE kind = 'case_study.generate'`);
  expect(await perform(service.deps, listStaleGenerations, asked)).toEqual([
    { id: generation.id, row_key: generation.row_key },
  ]);
  const lost = { ...referenceOf(generation), reason: 'lost' };
  expect(await perform(service.deps, failGeneration, lost)).toBe(true);
  expect(await perform(service.deps, failGeneration, lost)).toBe(false);
  const seen = await service.run(call, getCaseStudy, { params: { id: draft.id } });
  expect(seen.generation).toEqual({ status: 'failed', error: expect.stringContaining('Nothing was charged.') });
  expect(await creditsOf(generation)).toEqual({ balance: 100, held: 0 });
});

test('a row that the database refuses is CREATION_FAILED', async () => {
  const call = await caller();
  await service.dataSource.query(
    `ALTER TABLE case_study ADD CONSTRAINT refused CHECK (company_name <> 'Refused') NOT VALID`,
  );
  const made = (company_name: string) => service.run(call, createCaseStudy, { input: { ...CASE_STUDY, company_name } });
  expect(await codeOf(made('Refused'))).toBe('CREATION_FAILED');
  expect(await codeOf(made('Taken'))).toBe('none');
});

test('totals stay true when their deltas are rolled up', async () => {
  const call = await caller();
  for (let number = 0; number < 7; number += 1) await service.run(call, createCaseStudy, { input: CASE_STUDY });
  const total = async () => {
    const partnerId = 'partnerId' in call.actor ? call.actor.partnerId : 0;
    const [row] = await service.dataSource.query(
      'SELECT sum(n) AS total, count(*) AS rows FROM case_study_count WHERE partner_id = $1',
      [partnerId],
    );
    return [Number(row.total), Number(row.rows)];
  };
  expect(await total()).toEqual([7, 7]);
  await perform(service.deps, rollUpCaseStudyCounts, {});
  expect(await total()).toEqual([7, 1]);
});

function never(): never {
  throw new Error('There is no such row.');
}

const generation: CaseStudyGenerationRow = {
  id: 1,
  row_key: randomUUID(),
  partner_id: 1,
  status: 'completed',
  story: WHOLE_CASE_STUDY as Story,
  context: {},
  sandbox: false,
  case_study_id: 1,
  error: null,
  prompt_version: null,
  model: null,
  input_tokens: null,
  output_tokens: null,
  created_at: new Date(),
  completed_at: new Date(),
  updated_at: new Date(),
};

/** How long it waits when requests may wait this long at most, milliseconds. */
async function patienceWhere(longestWaitMs: number): Promise<unknown> {
  const deps = {
    db: { query: async () => [generation] },
    notifications: { subscribe: () => () => undefined, notify: () => undefined },
    stopping: new AbortController().signal,
    longestWaitMs,
  } as unknown as Deps;
  using timeout = jest.spyOn(AbortSignal, 'timeout');
  expect(await awaitEnd(deps, generation)).toBe(generation);
  return timeout.mock.calls[0]?.[0];
}

test('a request waits a minute for its case study, or as long as a request may', async () => {
  expect(await patienceWhere(60_000)).toBe(60_000);
  expect(await patienceWhere(3_000)).toBe(3_000);
});
