/**
 * `npm run bench`: measures the product against bare references on the same machine, in one run; names (or `--only <name>`) pick.
 * `--record` adds the results to docs/benchmarks/history.csv, and `npm run bench compare [commit [commit]]` says what differs there.
 * `npm run bench scale -- --executions 1000000` and the like: against itself on a small database.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startStack } from '../../infra/local/stack.ts';
import { accepting } from './accepting.ts';
import { agentAudit } from './agent-audit.ts';
import { aiWriter } from './ai-writer.ts';
import { caseStudies } from './case-studies.ts';
import { compare, comparisonTable } from './compare.ts';
import { console } from './console.ts';
import { devLoop } from './dev-loop.ts';
import { dryRun } from './dry-run.ts';
import { executing } from './executing.ts';
import { gtmSchedule } from './gtm-schedule.ts';
import { guardrails } from './guardrails.ts';
import { measuredCommit, readHistory, record } from './history.ts';
import { invoices } from './invoices.ts';
import { knowledge } from './knowledge.ts';
import { listing } from './listing.ts';
import { mcp } from './mcp.ts';
import type { Measurement, Result } from './measurement.ts';
import { memory } from './memory.ts';
import { partitions } from './partitions/partitions.ts';
import { polling } from './polling.ts';
import { processes } from './processes.ts';
import { scale } from './scale/scale.ts';
import { seo } from './seo.ts';
import { table } from './table.ts';
import { tracing } from './tracing.ts';
import { triggers } from './triggers.ts';
import { webhooks } from './webhooks.ts';

/** Memory first, while the processes have only just started; the lists last, since they fill the database. */
const MEASUREMENTS: Measurement[] = [
  memory,
  polling,
  accepting,
  executing,
  dryRun,
  webhooks,
  seo,
  mcp,
  aiWriter,
  caseStudies,
  invoices,
  knowledge,
  gtmSchedule,
  agentAudit,
  guardrails,
  triggers,
  listing,
  console,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    record: { type: 'boolean', default: false },
    partners: { type: 'string', default: '1000' },
    executions: { type: 'string', default: '100000' },
    deliveries: { type: 'string', default: '500000' },
    events: { type: 'string', default: '10000000' },
  },
});
const [command, ...commits] = positionals;
if (command === 'compare') {
  print(comparisonTable(compare(await readHistory(), commits)));
  process.exit(0);
}

const sizes = {
  partners: Number(values.partners),
  executions: Number(values.executions),
  deliveries: Number(values.deliveries),
};
/** They start further processes, or take many minutes and gigabytes; they have to be named. */
const NAMED = [...MEASUREMENTS, devLoop, tracing, processes, partitions(Number(values.events)), scale(sizes)];
const names = [...values.only, ...positionals];
const unknown = names.filter((name) => !NAMED.some((measurement) => measurement.name === name));
if (unknown.length > 0) {
  print(`There is no ${unknown.join(', ')}; there are ${NAMED.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const chosen = names.length > 0 ? NAMED.filter(({ name }) => names.includes(name)) : MEASUREMENTS;

const commit = values.record ? measuredCommit() : undefined;

print('starting a stack');
const stack = await startStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
const database = new pg.Pool({ connectionString: stack.urls.databaseUrl, max: 4 });
// An idle connection that the database ends is none that a measurement waits for.
database.on('error', (error) => print(`a connection ended: ${error.message}`));
try {
  const results: Result[] = [];
  for (const measurement of chosen) {
    const startedAt = performance.now();
    results.push(...(await measurement.run({ stack, database, report: print })));
    print(`${measurement.name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  print(`\n${table(results)}`);
  if (commit !== undefined) await record(results, { commit, now: new Date() });
} finally {
  await database.end();
  await stack.stop();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
