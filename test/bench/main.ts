/** `npm run bench`: measures the product against bare references on the same machine, in one run; `--only <name>` picks. */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startStack } from '../../infra/local/stack.ts';
import { accepting } from './accepting.ts';
import { caseStudies } from './case-studies.ts';
import { executing } from './executing.ts';
import { listing } from './listing.ts';
import { mcp } from './mcp.ts';
import type { Measurement, Result } from './measurement.ts';
import { memory } from './memory.ts';
import { polling } from './polling.ts';
import { seo } from './seo.ts';
import { table } from './table.ts';
import { webhooks } from './webhooks.ts';

/** Memory first, while the processes have only just started; the lists last, since they fill the database. */
const MEASUREMENTS: Measurement[] = [memory, polling, accepting, executing, webhooks, seo, mcp, caseStudies, listing];

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const unknown = values.only?.filter((name) => !MEASUREMENTS.some((measurement) => measurement.name === name)) ?? [];
if (unknown.length > 0) {
  print(`There is no ${unknown.join(', ')}; there are ${MEASUREMENTS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const chosen = MEASUREMENTS.filter(({ name }) => values.only?.includes(name) ?? true);

print('starting a stack');
const stack = await startStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
const database = new pg.Pool({ connectionString: stack.urls.databaseUrl, max: 4 });
try {
  const results: Result[] = [];
  for (const measurement of chosen) results.push(...(await measurement.run({ stack, database, report: print })));
  print(`\n${table(results)}`);
} finally {
  await database.end();
  await stack.stop();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
