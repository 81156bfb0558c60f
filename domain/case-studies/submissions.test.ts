import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { createUser } from '../users/operations/create-user.ts';
import { createCaseStudy } from './operations/create-case-study.ts';
import { deleteCaseStudy } from './operations/delete-case-study.ts';
import { listSubmissions } from './operations/reads.ts';
import { returnCaseStudy } from './operations/return-case-study.ts';
import { updateCaseStudy } from './operations/update-case-study.ts';
import { validateCaseStudy } from './operations/validate-case-study.ts';
import { MAX_SUBMISSIONS } from './submission-store.ts';
import type { CaseStudy } from './table.ts';

let service: TestService;
let call: Call;
let other: Call;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
  const partner = await service.createPartner();
  partnerId = partner.id;
  ({ call } = await service.createKey(partner));
  ({ call: other } = await service.createCaller());
});
afterAll(() => service.stop());

const create = () => service.run(call, createCaseStudy, { input: { ...CASE_STUDY } });
const change = (id: number, input: object): Promise<CaseStudy> =>
  service.run(call, updateCaseStudy, { params: { id }, input });
const submit = (id: number) => change(id, { status: 'submitted', case_study_title: 'Reports by breakfast' });
const params = (id: number) => ({ partner_id: partnerId, case_study_id: id });
const returnIt = (id: number, reason: unknown = 'Name the customer.') =>
  service.run(service.admin, returnCaseStudy, { params: params(id), input: { reason } });
const validate = (id: number) => service.run(service.admin, validateCaseStudy, { params: params(id) });
const historyOf = (id: number, by = call) => service.run(by, listSubmissions, { params: { id }, input: {} });
async function outcomesOf(id: number) {
  const { rows } = await historyOf(id);
  return rows.map(({ status, reason, ended_at }) => [status, reason, ended_at !== null]);
}

test('a case study that comes back is a draft with the reason in its history', async () => {
  const { id } = await create();
  await submit(id);
  expect(await outcomesOf(id)).toEqual([['pending', null, false]]);
  expect(await returnIt(id, ' Name the customer. ')).toMatchObject({ status: 'draft', submitted_at: null });
  await submit(id);
  await change(id, { status: 'draft' });
  await submit(id);
  await validate(id);
  expect(await outcomesOf(id)).toEqual([
    ['validated', null, true],
    ['withdrawn', null, true],
    ['returned', 'Name the customer.', true],
  ]);
});

test('of two returns at once one is carried out, and those who can change the case study are notified of it', async () => {
  const { id } = await create();
  const people = [];
  for (const role of ['editor', 'viewer']) {
    const input = { email: `${role}@example.com`, name: role, role, password: 'correct horse battery' };
    people.push(await service.run(service.admin, createUser, { params: { partner_id: partnerId }, input }));
  }
  await submit(id);
  const returned = await Promise.allSettled([returnIt(id), returnIt(id, 'Again')]);
  expect(returned.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await historyOf(id)).total).toBe(1);
  const notified = await service.dataSource.query(
    `SELECT user_id::int, title FROM notification WHERE kind = 'case_study_returned' AND record_id = $1`,
    [String(id)],
  );
  expect(notified).toEqual([{ user_id: people[0]?.id, title: 'Reports by breakfast' }]);
});

test('only what was submitted comes back', async () => {
  const { id } = await create();
  expect(await codeOf(returnIt(id))).toBe('CONFLICT');
  await submit(id);
  expect(Object.keys(await validationOf(returnIt(id, ' ')))).toEqual(['reason']);
  expect(Object.keys(await validationOf(returnIt(id, 'x'.repeat(2_001))))).toEqual(['reason']);
  await returnIt(id, 'x'.repeat(2_000));
  await submit(id);
  await validate(id);
  expect(await codeOf(returnIt(id))).toBe('CONFLICT');
});

test('a return and a validation at once leave one outcome', async () => {
  const { id } = await create();
  await submit(id);
  await Promise.allSettled([returnIt(id), validate(id)]);
  const [[status]] = (await outcomesOf(id)) as [[string]];
  expect(['returned', 'validated']).toContain(status);
  expect((await historyOf(id)).total).toBe(1);
});

describe('a history', () => {
  test('is closed to other partners', async () => {
    const { id } = await create();
    expect(await codeOf(historyOf(id, other))).toBe('CASE_STUDY_NOT_FOUND');
    const foreign = { partner_id: partnerId + 1, case_study_id: id };
    const returned = service.run(service.admin, returnCaseStudy, { params: foreign, input: { reason: 'No.' } });
    expect(await codeOf(returned)).toBe('CASE_STUDY_NOT_FOUND');
  });

  test('has the newest hundred, and goes with its case study', async () => {
    const { id } = await create();
    await service.dataSource.query(
      `INSERT INTO case_study_submission (case_study_id, partner_id, status, submitted_at, ended_at)
       SELECT $1, $2, 'withdrawn', now(), now() FROM generate_series(1, $3::int)`,
      [id, partnerId, MAX_SUBMISSIONS],
    );
    await submit(id);
    const { total, rows } = await historyOf(id);
    expect([total, rows[0]?.status]).toEqual([MAX_SUBMISSIONS, 'pending']);
    await service.run(call, deleteCaseStudy, { params: { id } });
    const left = await service.dataSource.query('SELECT id FROM case_study_submission WHERE case_study_id = $1', [id]);
    expect(left).toEqual([]);
  });
});
