import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createCaseStudy } from '../domain/case-studies/operations/create-case-study.ts';
import { updateCaseStudy } from '../domain/case-studies/operations/update-case-study.ts';
import { openCheckout } from '../domain/checkout/operations/open-checkout.ts';
import { listExecutions } from '../domain/executions/operations/reads.ts';
import { createCampaign } from '../domain/gtm-schedule/operations/create-campaign.ts';
import { createEvent } from '../domain/gtm-schedule/operations/create-event.ts';
import { listEvents } from '../domain/gtm-schedule/operations/reads.ts';
import { updateCampaign } from '../domain/gtm-schedule/operations/update-campaign.ts';
import { updateEvent } from '../domain/gtm-schedule/operations/update-event.ts';
import type { Call } from '../domain/kernel/call.ts';
import type { AnyOperation } from '../domain/kernel/operation.ts';
import { createPartnerKey } from '../domain/partner-keys/operations/create-key.ts';
import { updatePartner } from '../domain/partners/operations/update-partner.ts';
import type { Partner } from '../domain/partners/types.ts';
import { CASE_STUDY } from './environment/case-study-body.ts';
import { startTestService, type TestService, validationOf } from './environment/service.ts';

jest.setTimeout(60_000);

let service: TestService;
let partner: Partner;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
  const { id } = await service.createPartner();
  const scope = { params: { partner_id: id }, input: { capabilities: ['blog_post'] } };
  partner = await service.run(service.admin, updatePartner, scope);
  ({ call } = await service.createKey(partner));
});
afterAll(() => service.stop());

const DAYS = { start_date: '2026-12-02', end_date: '2026-12-01' };
const TIMES = { scheduled_at: '2026-12-02T10:00:00Z', end_at: '2026-12-02T09:00:00Z' };

const CASES: [AnyOperation, object, string[]][] = [
  [createCaseStudy, DAYS, ['company_name', 'end_date']],
  [listExecutions, { from: '2026-12-02', to: '2026-12-01', status: 'zz' }, ['status', 'to']],
  [listEvents, { ...DAYS, per_page: 0 }, ['end_date', 'per_page']],
  [createEvent, TIMES, ['channel', 'end_at', 'event_type', 'title']],
  [createCampaign, { ...DAYS, description: 5 }, ['description', 'end_date', 'name']],
  [openCheckout, { item: 'pack', quantity: 0, invoice_number: 'INV-1' }, ['invoice_number', 'quantity']],
];
test.each(CASES.map(([operation, input, fields]) => ({ name: operation.name, operation, input, fields })))(
  '$name names what is wrong between two fields beside what is wrong with others',
  async ({ operation, input, fields }) => {
    const problems = await validationOf(service.run(call, operation, { input }));
    expect(Object.keys(problems).sort()).toEqual(expect.arrayContaining(fields));
  },
);

test('a key’s scope beyond its partner is named beside what is wrong with other fields', async () => {
  const input = { scoped_capabilities: ['ai_writer'], expires_at: '2020-01-01T00:00:00Z' };
  const creation = service.run(service.admin, createPartnerKey, { params: { partner_id: partner.id }, input });
  expect(Object.keys(await validationOf(creation)).sort()).toEqual(['expires_at', 'name', 'scoped_capabilities']);
});

test('a change is held against what is stored beside what is wrong with other fields', async () => {
  const body = { ...CASE_STUDY, start_date: '2026-12-02', end_date: '2026-12-03' };
  const { id } = await service.run(call, createCaseStudy, { input: body });
  const before = { end_date: '2026-12-01' };
  const change = service.run(call, updateCaseStudy, { params: { id }, input: { ...before, is_public: 'x' } });
  expect(Object.keys(await validationOf(change)).sort()).toEqual(['end_date', 'is_public']);

  const campaign = await service.run(call, createCampaign, { input: { name: 'Launch', start_date: '2026-12-02' } });
  const moved = service.run(call, updateCampaign, { params: { id: campaign.id }, input: { ...before, name: '' } });
  expect(Object.keys(await validationOf(moved)).sort()).toEqual(['end_date', 'name']);

  const { scheduled_at, end_at } = TIMES;
  const event = await service.run(call, createEvent, {
    input: { title: 'Launch', event_type: 'product_launch', channel: 'blog', scheduled_at },
  });
  const ended = service.run(call, updateEvent, { params: { id: event.id }, input: { end_at, title: '' } });
  expect(Object.keys(await validationOf(ended)).sort()).toEqual(['end_at', 'title']);
});

test('a rule between two days is not asked of what is no day', async () => {
  const input = { ...CASE_STUDY, start_date: '2026-02-30', end_date: '2026-02-01' };
  expect(await validationOf(service.run(call, createCaseStudy, { input }))).toEqual({
    start_date: [expect.any(String)],
  });
  const query = { start_date: 'bad', end_date: '2026-12-01' };
  expect(Object.keys(await validationOf(service.run(call, listEvents, { input: query })))).toEqual(['start_date']);
});
