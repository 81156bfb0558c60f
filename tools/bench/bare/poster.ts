/** The least that a durable delivery needs: insert a row, post it; so many loops at once. Writes how long all took. */
import { Agent, request } from 'node:http';
import pg from 'pg';

interface Settings {
  databaseUrl: string;
  url: string;
  amount: number;
  concurrency: number;
}
const { databaseUrl, url, amount, concurrency }: Settings = JSON.parse(process.argv[2] ?? '{}');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bench_bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body jsonb NOT NULL, created_at timestamptz NOT NULL)',
);

let left = amount;
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    while (left-- > 0) {
      const body = JSON.stringify({ timestamp: new Date(), data: { listing_id: 'prod-bench', changes: ['title'] } });
      await pool.query('INSERT INTO bench_bare (body, created_at) VALUES ($1, $2)', [body, new Date()]);
      await post(body);
    }
  }),
);
process.stdout.write(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000 }));
agent.destroy();
await pool.end();

function post(body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (answer) => {
      answer.resume().once('end', resolve);
    });
    call.once('error', reject);
    call.end(body);
  });
}
