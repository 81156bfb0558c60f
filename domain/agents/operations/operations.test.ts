import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../../test/environment/service.ts';
import { capabilities } from '../../features.ts';
import type { Call } from '../../kernel/call.ts';
import type { Partner } from '../../partners/types.ts';
import { getAgent, listAgents } from './reads.ts';

jest.setTimeout(60_000);

let service: TestService;
let partner: Partner;
let call: Call;
let other: Call;
beforeAll(async () => {
  service = await startTestService();
  ({ partner, call } = await service.createCaller());
  other = (await service.createCaller()).call;
  await service.dataSource.query(
    `INSERT INTO agent (partner_id, name, agent_type, description, is_active, version, settings, created_at, updated_at)
     VALUES ($1, 'Retired', 'writer', '', false, '1', '{}', now(), now())`,
    [partner.id],
  );
});
afterAll(() => service.stop());

async function names(input: object, by = call): Promise<string[]> {
  return (await service.run(by, listAgents, { input })).rows.map(({ name }) => name);
}

test('a partner has its own agents and the platform’s, newest first, and only those that are active', async () => {
  const [platform, ...rest] = (await service.run(call, listAgents)).rows.toReversed();
  expect(platform).toMatchObject({ partner_id: null });
  expect(rest.map(({ name, partner_id }) => [name, partner_id])).toEqual([
    ['Writer', partner.id],
    ['Analyst', partner.id],
    ['Publisher', partner.id],
  ]);
  expect(await names({ active_only: false })).toContain('Retired');
  expect(await names({ active_only: false }, other)).not.toContain('Retired');
});

test('a type leaves the others out, pages the rest', async () => {
  expect(await names({ type: 'writer', active_only: false })).toEqual(['Retired', 'Writer']);
  expect(await names({ type: 'writer', active_only: false, per_page: 1, page: 2 })).toEqual(['Writer']);
  expect(await names({ type: 'campaigner' })).toEqual([]);
  for (const type of ['dancer', 'writer,analyst']) expect(await codeOf(names({ type }))).toBe('VALIDATION_ERROR');
});

test('the agents of a new partner carry out each capability of the catalogue, and no other', async () => {
  const { rows } = await service.run(call, listAgents);
  const slugs = new Set(rows.flatMap(({ capabilities }) => capabilities ?? []));
  expect([...slugs].sort()).toEqual(capabilities.all.map(({ slug }) => slug).sort());
});

test('one agent is read by its partner, the platform’s by everybody', async () => {
  const { rows } = await service.run(call, listAgents);
  const get = (id: number, by: Call) => service.run(by, getAgent, { params: { id } });
  const own = rows.find(({ partner_id }) => partner_id !== null)?.id ?? 0;
  const platform = rows.find(({ partner_id }) => partner_id === null)?.id ?? 0;
  expect(await get(own, call)).toMatchObject({ id: own, partner_id: partner.id });
  expect(await get(platform, other)).toMatchObject({ id: platform });
  expect(await codeOf(get(own, other))).toBe('FORBIDDEN');
  expect(await codeOf(get(999_999_999, call))).toBe('NOT_FOUND');
});
