/** The least that Koa and pg need to read or to insert one row; what the API is compared with. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pg from 'pg';
import rawBody from 'raw-body';

const { databaseUrl, table }: { databaseUrl: string; table?: string } = JSON.parse(process.argv[2] ?? '{}');
// As many connections as the API has, kept open as long.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, idleTimeoutMillis: 300_000 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bench_bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body jsonb NOT NULL, created_at timestamptz NOT NULL)',
);

const koa = new Koa();
koa.use(async (ctx) => {
  if (ctx.method === 'GET') {
    const { rows } = await pool.query(`SELECT * FROM ${table} WHERE id = $1`, [ctx.path.split('/').pop()]);
    ctx.body = { data: rows[0] };
    return;
  }
  const body: unknown = JSON.parse((await rawBody(ctx.req)).toString('utf8'));
  const { rows } = await pool.query('INSERT INTO bench_bare (body, created_at) VALUES ($1, $2) RETURNING *', [
    JSON.stringify(body),
    new Date(),
  ]);
  ctx.status = 201;
  ctx.body = { data: rows[0] };
});
const server = createServer(koa.callback());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.once('SIGTERM', () => process.exit());
