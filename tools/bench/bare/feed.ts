/** A calendar of the same events with Koa, pg and the library alone; what the feed is compared with. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ICalCalendar, ICalEventStatus } from 'ical-generator';
import Koa from 'koa';
import pg from 'pg';

const { databaseUrl, partnerId }: { databaseUrl: string; partnerId: number } = JSON.parse(process.argv[2] ?? '{}');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, idleTimeoutMillis: 300_000 });

const koa = new Koa();
koa.use(async (ctx) => {
  const { rows } = await pool.query('SELECT * FROM gtm_event WHERE partner_id = $1 ORDER BY occupied_from, id', [
    partnerId,
  ]);
  const calendar = new ICalCalendar({ name: 'Bench', ttl: 3_600 });
  for (const row of rows) {
    calendar.createEvent({
      id: `${row.id}@localhost`,
      start: row.scheduled_at,
      stamp: row.updated_at,
      sequence: row.sequence,
      summary: row.title,
      description: row.description,
      categories: [{ name: row.event_type }],
      status: ICalEventStatus.CONFIRMED,
    });
  }
  ctx.type = 'text/calendar';
  ctx.body = calendar.toString();
});
const server = createServer(koa.callback());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.once('SIGTERM', () => process.exit());
