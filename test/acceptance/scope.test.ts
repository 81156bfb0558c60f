import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openConnection, resetLimits } from '../environment/database.ts';
import { createKey } from '../environment/partners.ts';
import { isEndless, routeNamed } from '../environment/routes.ts';
import { callRoute, createSamplePartner, makeAllRecords } from '../samples/partner.ts';
import type { SamplePartner } from '../samples/sample.ts';
import { callerOf, ROUTES } from '../samples/table.ts';

let database: Awaited<ReturnType<typeof openConnection>>;
let partner: SamplePartner;
/** A key that may use no capability. */
let key: string;
beforeAll(async () => {
  database = await openConnection();
  partner = await createSamplePartner();
  ({ text: key } = await createKey(partner.id, { scoped_capabilities: [] }));
  await makeAllRecords(partner);
}, 300_000);
beforeEach(() => resetLimits(database, partner.id));
afterAll(() => database?.end());

const OF_KEYS = ROUTES.filter((name) => callerOf(name) === 'key' && !isEndless(routeNamed(name)));

async function spent(): Promise<unknown> {
  const { rows } = await database.query(
    `SELECT (SELECT count(*)::int FROM credit_entry WHERE partner_id = $1) AS entries, held::int, balance::int
     FROM credit_account WHERE partner_id = $1`,
    [partner.id],
  );
  return rows[0];
}

test.each(OF_KEYS)('%s spends nothing for a key that may use no capability', async (name) => {
  const before = await spent();
  await callRoute(partner, name, { key });
  expect(await spent()).toEqual(before);
});
