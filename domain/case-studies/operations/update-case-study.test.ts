import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CASE_STUDY } from '../../../test/environment/case-study-body.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import type { Call } from '../../kernel/call.ts';
import type { CaseStudy } from '../table.ts';
import { createCaseStudy } from './create-case-study.ts';
import { listCaseStudies } from './reads.ts';
import { updateCaseStudy } from './update-case-study.ts';
import { validateCaseStudy } from './validate-case-study.ts';

let service: TestService;
let call: Call;
let sandboxCall: Call;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
  const partner = await service.createPartner();
  partnerId = partner.id;
  ({ call } = await service.createKey(partner));
  ({ call: sandboxCall } = await service.createKey(partner, { sandbox: true }));
});
afterAll(() => service.stop());

const create = (by = call) => service.run(by, createCaseStudy, { input: CASE_STUDY });
const change = (id: number, input: object, by = call): Promise<CaseStudy> =>
  service.run(by, updateCaseStudy, { params: { id }, input });

async function auditLines(id: number): Promise<number> {
  const [row] = await service.dataSource.query(
    `SELECT count(*)::int AS n FROM audit_log WHERE resource_type = 'case_study' AND resource_id = $1::text`,
    [id],
  );
  return row.n;
}

describe('a change with nothing to merge', () => {
  test.each([
    ['no generated content', { generated_content: {} }],
    ['nothing', {}],
    ['only keys that do not exist', { generated_content: { unheard_of: 1 } }],
    ['a key to take away that is not there', { generated_content: { outcomes_enhanced: null } }],
    ['what it has', { company_name: CASE_STUDY.company_name, status: 'draft' }],
  ])('%s, leaves a case study as it was', async (_name, input) => {
    const before = await create();
    const lines = await auditLines(before.id);
    expect(await change(before.id, input)).toEqual(before);
    expect(await change(before.id, {})).toMatchObject({ generated_content: null, updated_at: before.updated_at });
    expect(await auditLines(before.id)).toBe(lines);
  });

  test('leaves the texts that are there', async () => {
    const { id } = await create();
    const texts = { outcomes_enhanced: 'Forty minutes.', validation_tips: ['Ask the customer.'] };
    const before = await change(id, { generated_content: { case_study_title: 'Reports by breakfast', ...texts } });
    expect(before).toMatchObject({ case_study_title: 'Reports by breakfast', generated_content: texts });
    expect(await change(id, { generated_content: {} })).toEqual(before);
  });

  test('has no generated content once the last text was taken away', async () => {
    const { id } = await create();
    await change(id, { generated_content: { outcomes_enhanced: 'Forty minutes.' } });
    const without = await change(id, { generated_content: { outcomes_enhanced: null } });
    expect(without.generated_content).toBeNull();
    const { rows } = await service.run(call, listCaseStudies, { input: {} });
    expect(rows.find((row) => row.id === id)).toMatchObject({ has_generated_content: false });
  });
});

test('a sandbox case study stays one, whichever key submits it', async () => {
  const { id } = await create(sandboxCall);
  const submitted = await change(id, { case_study_title: 'Reports by breakfast', status: 'submitted' });
  expect(submitted).toMatchObject({ status: 'submitted', sandbox: true });
  const params = { partner_id: partnerId, case_study_id: id };
  expect(await service.run(service.admin, validateCaseStudy, { params })).toMatchObject({ sandbox: true });
  const { rows } = await service.run(call, listCaseStudies, { input: { status: 'validated' } });
  expect(rows).toEqual([expect.objectContaining({ id, sandbox: true })]);
});
