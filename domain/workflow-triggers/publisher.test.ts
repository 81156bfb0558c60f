import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { LIMITS } from '../kernel/limits.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('events for a hundred partners start all triggers of each, within the time of a statement', async () => {
  const partners: number[] = [];
  for (let n = 0; n < 100; n += 1) partners.push((await service.createPartner()).id);
  await service.dataSource.query(
    `INSERT INTO workflow_trigger (row_key, partner_id, name, capability_slug, type, event_name, filter, input, active, sandbox,
                                   created_at, updated_at)
     SELECT gen_random_uuid(), partner, 'x', 'faq', 'event', 'listing.updated', '{}', '{}', true, false, now(), now()
     FROM unnest($1::bigint[]) AS partner, generate_series(1, $2)`,
    [partners, LIMITS.triggers.most],
  );
  await service.deps.transaction(service.admin, async (tx) => {
    const data = { listing_id: 'x', changes: ['title'] };
    for (const partnerId of partners) tx.publish({ partnerId, type: 'listing.updated', data });
  });
  const fired = await service.dataSource.query(
    `SELECT t.partner_id, count(*)::int AS n FROM trigger_firing f JOIN workflow_trigger t ON t.id = f.trigger_id GROUP BY 1 ORDER BY 1`,
  );
  expect(fired).toEqual(partners.map((partner_id) => ({ partner_id, n: LIMITS.triggers.most })));
  const commands = await service.dataSource.query(
    `SELECT count(*)::int AS n FROM outbox o JOIN trigger_firing f ON f.id = (o.command->>'firingId')::bigint
     JOIN workflow_trigger t ON t.id = f.trigger_id WHERE t.partner_id = (o.command->>'partnerId')::bigint`,
  );
  expect(commands).toEqual([{ n: partners.length * LIMITS.triggers.most }]);
});
