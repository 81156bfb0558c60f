import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Partner } from '../../domain/partners/types.ts';
import { answerOf, codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import { auditLogArea } from './area.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterEach(() => service.setClock(undefined));
afterAll(() => service.stop());

const NAME = 'GET /3pi-partners/{partner_id}/audit-log';

interface Listed {
  data: { attributes: { action: string } & Record<string, unknown> }[];
  meta: Record<string, number>;
}

async function list(partner: Partner, input: unknown = {}): Promise<Listed> {
  const params = { partner_id: partner.id };
  return (await answerOf(service, auditLogArea.routes, NAME, { params, input })).body as Listed;
}

const actions = ({ data }: Listed) => data.map(({ attributes }) => attributes.action);

describe('the audit log of a partner', () => {
  test('tells who did what to which record, newest first', async () => {
    const { partner, key } = await service.createCaller();
    const listed = await list(partner);
    expect(listed).toMatchObject({
      data: [
        {
          type: 'audit_log_entry',
          id: expect.any(Number),
          attributes: {
            action: 'partner_keys.create',
            actor_kind: 'administrator',
            actor_id: 1,
            resource_type: 'partner_key',
            resource_id: String(key.id),
            request_id: 'test',
          },
        },
        { attributes: { action: 'partners.create' } },
      ],
      meta: { total: 2, page: 1, per_page: 20, total_pages: 1 },
    });
  });

  test('shows nothing of other partners', async () => {
    const [one, two] = [await service.createPartner(), await service.createPartner()];
    await service.createKey(two);
    expect(actions(await list(one))).toEqual(['partners.create']);
  });

  test('is filtered by action and by UTC days, both inclusive, and paged', async () => {
    service.setClock(new Date('2030-05-01T00:00:00.000Z'));
    const partner = await service.createPartner();
    service.setClock(new Date('2030-05-02T23:59:59.999Z'));
    await service.createKey(partner);
    service.setClock(new Date('2030-05-03T00:00:00.000Z'));
    await service.createKey(partner);
    expect(actions(await list(partner, { action: 'partners.create' }))).toEqual(['partners.create']);
    expect((await list(partner, { action: 'partner_keys.create', from: '2030-05-03' })).meta['total']).toBe(1);
    expect((await list(partner, { from: '2030-05-02', to: '2030-05-02' })).meta['total']).toBe(1);
    expect((await list(partner, { to: '2030-05-02' })).meta['total']).toBe(2);
    expect((await list(partner, { from: '2030-05-04' })).data).toEqual([]);
    const second = await list(partner, { page: 2, per_page: 2 });
    expect(actions(second)).toEqual(['partners.create']);
    expect(second.meta).toEqual({ total: 3, page: 2, per_page: 2, total_pages: 2 });
  });

  test.each([
    [{ from: '2030-02-30' }, 'from'],
    [{ to: 'yesterday' }, 'to'],
    [{ from: '2030-05-02', to: '2030-05-01' }, 'to'],
    [{ per_page: 101 }, 'per_page'],
    [{ action: '' }, 'action'],
  ])('%p is refused', async (input, field) => {
    expect(Object.keys(await validationOf(list(await service.createPartner(), input)))).toEqual([field]);
  });

  test('is for administrators', async () => {
    const { call } = await service.createCaller();
    expect(await codeOf(answerOf(service, auditLogArea.routes, NAME, {}, call))).toBe('FORBIDDEN');
  });
});
