import { type BenchPartner, call, makePartners } from './api.ts';
import { copyOut } from './copy-out.ts';
import { resetLimits } from './executions.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { residentMib } from './memory.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const SMALL = 1_000;
const LARGE = 500_000;
/** One in so many is of the type that is exported. */
const TYPES = 5;
const ROUNDS = 40;
/** Orders that are invoiced; each backfill takes as many as one may. */
const ORDERS = 2_000;
const LIMIT = 200;
/** Exports of a whole file. */
const EXPORTS = 7;
/** What an export is compared with: PostgreSQL runs a COPY in several processes where it may; an export has one connection, and its batches one process. */
const COPIES: [name: string, setting: string][] = [
  ['a COPY of the rows', 'RESET max_parallel_workers_per_gather'],
  ['a COPY of the rows in one process', 'SET max_parallel_workers_per_gather = 0'],
];
const SAMPLE_MS = 100;

const READS: [name: string, path: string][] = [
  ['page 1', '/invoice-receipts'],
  ['page 1 by amount', '/invoice-receipts?sort=total_amount'],
  ['page 1 of a type and a state', '/invoice-receipts?type=demo&status=open'],
  ['summary', '/invoice-receipts/summary'],
];

/** Backfills against bare inserts; lists, sums and exports of a partner with many invoices. */
export const invoices: Measurement = {
  name: 'invoices',
  async run(bench) {
    const [few, many, backfilled] = await makePartners(bench.stack, 3);
    if (!few || !many || !backfilled) throw new Error('There are no partners.');
    const results = [await backfill(bench, backfilled)];
    bench.report(`invoices: inserting ${SMALL + LARGE}`);
    await fill(bench, few, SMALL);
    await fill(bench, many, LARGE);
    await bench.database.query('VACUUM ANALYZE invoice, invoice_line, invoice_total');
    for (const [name, path] of READS) {
      bench.report(`invoices: ${name}`);
      await resetLimits(bench.database);
      const pairs = await fairShare(ROUNDS, timed(bench, many, path), timed(bench, few, path));
      results.push({
        name: `Invoices, ${name}: ${LARGE} against ${SMALL}`,
        aim: 'about 1',
        ours: `${median(pairs.ours).toFixed(1)} ms`,
        reference: `${median(pairs.reference).toFixed(1)} ms`,
        ...comparisonOf(pairs),
      });
    }
    return [...results, ...(await exported(bench, many))];
  },
};

function timed({ stack }: Bench, { headers }: BenchPartner, path: string) {
  return async () => {
    const startedAt = performance.now();
    await call(stack, 'GET', path, headers);
    return performance.now() - startedAt;
  };
}

/** Invoices a second by backfills, one after the other, against a loop that inserts an invoice and its line in a transaction each. */
async function backfill({ stack, database, report }: Bench, partner: BenchPartner): Promise<Result> {
  report(`invoices: backfill of ${ORDERS} orders`);
  await database.query(
    `INSERT INTO customer_order (partner_id, billing_type, amount_minor, currency, description, reference, created_at)
     SELECT $1, 'token_pack', n, 'EUR', 'Bench', 'bench-' || n, now() FROM generate_series(1, ${ORDERS}) n`,
    [partner.id],
  );
  let startedAt = performance.now();
  for (let made = 0; made < ORDERS; made += LIMIT) {
    await call(stack, 'POST', '/invoice-receipts/backfill', partner.headers, { limit: LIMIT });
  }
  const ours = (ORDERS * 1_000) / (performance.now() - startedAt);
  await database.query(
    `CREATE TABLE bench_invoice (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number text UNIQUE, partner_id bigint, total bigint);
     CREATE TABLE bench_line (invoice_id bigint REFERENCES bench_invoice, position integer, amount bigint, PRIMARY KEY (invoice_id, position))`,
  );
  const client = await database.connect();
  try {
    startedAt = performance.now();
    for (let n = 1; n <= ORDERS; n += 1) {
      await client.query('BEGIN');
      const { rows } = await client.query(
        'INSERT INTO bench_invoice (number, partner_id, total) VALUES ($1, $2, $3) RETURNING id',
        [`B-${n}`, partner.id, n],
      );
      await client.query('INSERT INTO bench_line VALUES ($1, 1, $2)', [rows[0].id, n]);
      await client.query('COMMIT');
    }
  } finally {
    client.release();
  }
  const reference = (ORDERS * 1_000) / (performance.now() - startedAt);
  return {
    name: 'Invoices a second: backfills against a bare loop of inserts',
    aim: '>= 0.5',
    ours: `${ours.toFixed(0)}/s`,
    reference: `${reference.toFixed(0)}/s`,
    ratio: ours / reference,
  };
}

/** A whole export with lines: how far the API's memory grows, and its time against COPYs of the same rows. */
async function exported({ stack, database, report }: Bench, partner: BenchPartner): Promise<Result[]> {
  report(`invoices: CSV export of ${LARGE / TYPES}`);
  const url = `${stack.urls.apiOrigin}/api/v1/invoice-receipts/export/csv?type=demo`;
  // What the first one loads, and keeps, is no growth.
  await readAll(await fetch(`${url}&status=paid`, { headers: partner.headers }));
  const before = await residentMib(stack.pid('api'));
  let highest = before;
  let bytes = 0;
  const sampling = setInterval(async () => {
    highest = Math.max(highest, await residentMib(stack.pid('api')));
  }, SAMPLE_MS);
  const client = await database.connect();
  const elapsed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const ours = () =>
    elapsed(async () => {
      bytes = await readAll(await fetch(url, { headers: partner.headers }));
    });
  const reference = () =>
    elapsed(() =>
      copyOut(
        client,
        `COPY (SELECT * FROM invoice JOIN invoice_line ON invoice_id = id
               WHERE partner_id = ${partner.id} AND billing_type = 'demo' ORDER BY created_at, id, position)
         TO STDOUT (FORMAT csv)`,
      ),
    );
  const results: Result[] = [];
  try {
    for (const [name, setting] of COPIES) {
      await client.query(setting);
      const pairs = await fairShare(EXPORTS, ours, reference);
      results.push({
        name: `CSV export of ${LARGE / TYPES} lines (${(bytes / 2 ** 20).toFixed(0)} MiB), against ${name}`,
        aim: '<= 1.5',
        ours: `${median(pairs.ours).toFixed(0)} ms`,
        reference: `${median(pairs.reference).toFixed(0)} ms`,
        ...comparisonOf(pairs),
      });
    }
  } finally {
    clearInterval(sampling);
    client.release(true);
  }
  return [
    ...results,
    {
      name: 'API process while it exports, against before',
      aim: 'growth <= 30 MB',
      ours: `${highest.toFixed(0)} MB`,
      reference: `${before.toFixed(0)} MB`,
      ratio: highest / before,
    },
  ];
}

async function readAll({ body, status }: Response): Promise<number> {
  if (status !== 200 || !body) throw new Error(`The export answered ${status}.`);
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.byteLength;
  return bytes;
}

/** Invoices of all types over a year, one in four paid. */
async function fill({ database }: Bench, { id }: BenchPartner, rows: number): Promise<void> {
  await database.query(
    `WITH added AS (
       INSERT INTO invoice (partner_id, billing_type, billing_name, currency, subtotal_minor, tax_minor, total_minor, total_amount,
                            created_at, updated_at)
       SELECT $1, (ARRAY['subscription', 'token_pack', 'marketplace_usage', 'free_trial', 'demo'])[n % 5 + 1],
              'Customer', 'EUR', n, 0, n, n / 100.0, at, at
       FROM generate_series(1, $2::bigint) AS n, LATERAL (SELECT now() - interval '365 days' * ($2 - n) / $2 AS at)
       RETURNING id, total_minor
     )
     INSERT INTO invoice_line (invoice_id, position, description, quantity, unit_amount, amount_minor, tax_rate, tax_minor)
     SELECT id, 1, 'What was ordered', 1, total_minor / 100.0, total_minor, 0, 0 FROM added`,
    [id, rows],
  );
  await database.query(
    `UPDATE invoice SET number = 'INV-1999-' || $1 * 1000000 + total_minor, issued_at = created_at,
       due_at = created_at + interval '30 days', status = CASE WHEN total_minor % 4 = 0 THEN 'paid' ELSE 'open' END,
       paid_minor = CASE WHEN total_minor % 4 = 0 THEN total_minor ELSE 0 END,
       paid_at = CASE WHEN total_minor % 4 = 0 THEN created_at END
     WHERE partner_id = $1 AND status = 'draft'`,
    [id],
  );
}
