import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { brokenInvariants } from './invariants/invariants.ts';
import { readBooks } from './month/books.ts';
import { EXPECTED } from './month/expected.ts';
import { type Members, makePartners } from './month/partners.ts';
import { play } from './month/story.ts';
import { FIRST_DAY, startWorld, type World } from './month/world.ts';

jest.setTimeout(300_000);

let world: World;
let members: Members;
beforeAll(async () => {
  world = await startWorld(FIRST_DAY);
  members = await makePartners(world);
});
afterAll(async () => world?.[Symbol.asyncDispose]());

test('a month of five partners, from the first order to the last payment, is in the books as worked out by hand', async () => {
  await play(world, members, {
    compare: (title, seen, expected) => expect({ title, seen }).toEqual({ title, seen: expected }),
  });
  expect(await readBooks(world, members)).toEqual(EXPECTED);
  const deliveries = world.receiver.received.map(({ id }) => id);
  expect(deliveries).toHaveLength(new Set(deliveries).size);
  const open = await world.query(`SELECT type, status, reason FROM payment_event WHERE status = 'stored'`);
  expect(open).toEqual([]);
  expect(await brokenInvariants(world.query, { atRest: true })).toEqual([]);
});

/** Leases and windows of limits, which all processes measure by the database; and what migrations insert. */
const OF_OTHER_CLOCKS = [
  /^(?:agent|agent_revision|migrations)\./,
  /^rate_counter\.window_ends_at$/,
  /^outbox\.available_at$/,
  /^webhook_endpoint\.(?:drain_seen_at|woken_at)$/,
  /_until$/,
];

test('all times in the books are of the clock of the month', async () => {
  const columns = await world.query<{ name: string; earliest: Date | null; latest: Date | null }>(TIMES);
  expect(columns.length).toBeGreaterThan(50);
  const end = world.clock.now();
  const foreign = columns.filter(
    ({ name, earliest, latest }) =>
      !OF_OTHER_CLOCKS.some((one) => one.test(name)) &&
      ((earliest && earliest < new Date('2023-11-30T00:00:00Z')) || (latest && latest > addYear(end))),
  );
  expect(foreign).toEqual([]);
});

/** Keys expire within a year. */
function addYear(moment: Date): Date {
  return new Date(moment.getTime() + 366 * 86_400_000);
}

/** The earliest and latest time in each column. */
const TIMES = `
  SELECT name, (xpath('//earliest/text()', found))[1]::text::timestamptz AS earliest,
         (xpath('//latest/text()', found))[1]::text::timestamptz AS latest
  FROM (
    SELECT c.table_name || '.' || c.column_name AS name,
           query_to_xml(format('SELECT min(%1$I) AS earliest, max(%1$I) AS latest FROM %2$I', c.column_name, c.table_name), false, false, '') AS found
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'timestamp with time zone'
  ) times ORDER BY name`;
