import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '../../infra/local/stack.ts';
import { TEMPORARY_ENVIRONMENT, temporaryConfig } from '../../infra/local/stack-options.ts';
import { stopOnSignals } from '../../test/environment/stop-on-signals.ts';
import { brokenInvariants } from '../../test/invariants/invariants.ts';
import { DRILL_ENVIRONMENT, prepareEnvironment } from '../faults/environment.ts';
import { Findings } from '../faults/findings.ts';
import { comeToRest } from '../faults/run-drill.ts';
import { smokeTest } from './flows.ts';
import { startPooler } from './pgbouncer.ts';
import { type RunningServer, startServer } from './postgres.ts';

/**
 * `npm run database-matrix -- --postgres /usr/lib/postgresql/15/bin --pgbouncer /usr/sbin/pgbouncer`: runs the product
 * against an installed PostgreSQL, the embedded one if none is named, and through a pooler in transaction mode, if one is
 * named. Exits with 1 when a flow fails, and with 2 when a program is missing.
 */
const { values } = parseArgs({ options: { postgres: { type: 'string' }, pgbouncer: { type: 'string' } } });
const programs = [...(values.postgres ? [path.join(values.postgres, 'postgres')] : []), values.pgbouncer ?? []].flat();
for (const program of programs) {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    print(`SKIPPED: ${program} is not there (Debian's packages: postgresql-15, pgbouncer).`);
    process.exit(2);
  }
}

const findings = new Findings();
const started = performance.now();
const cleanUp = new AsyncDisposableStack();
const leaveAll = stopOnSignals(() => cleanUp.disposeAsync());
try {
  const server = cleanUp.use(values.postgres ? await startServer(values.postgres) : await embedded());
  const pooler = values.pgbouncer ? cleanUp.use(await startPooler(values.pgbouncer, server.url)) : undefined;
  print(`PostgreSQL ${server.version}${pooler ? `, ${pooler.version} in transaction mode` : ''}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-matrix-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const stack = await startStack({
    config: { ...temporaryConfig(folder), databaseUrl: pooler?.url ?? server.url },
    report: (line) => print(`  ${line}`),
    serviceEnvironment: {
      ...without(TEMPORARY_ENVIRONMENT, ['AI_PROVIDER', 'MARKETPLACE_BASE_URL']),
      ...DRILL_ENVIRONMENT,
      DATABASE_DIRECT_URL: server.url,
      ...(pooler && { DATABASE_TRANSACTION_POOLER: 'true' }),
    },
  });
  cleanUp.defer(() => stack.stop());
  const { environment, leave } = await prepareEnvironment(stack, findings, { name: 'matrix' });
  cleanUp.defer(leave);
  await smokeTest(environment);
  await comeToRest(environment.query);
  findings.problems.push(...(await brokenInvariants(environment.query, { atRest: true })));
} catch (error) {
  findings.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await leaveAll();
}
findings.seconds('took', performance.now() - started);
for (const fact of findings.facts) print(`  ${fact}`);
for (const problem of findings.problems) print(`  PROBLEM ${problem}`);
print(findings.problems.length === 0 ? 'All flows passed.' : 'A flow failed.');
process.exitCode = findings.problems.length === 0 ? 0 : 1;

async function embedded(): Promise<RunningServer> {
  const stack = await startStack({ parts: ['postgres'], setup: false, seed: false });
  return { url: stack.urls.databaseUrl ?? '', version: '18, embedded', [Symbol.asyncDispose]: () => stack.stop() };
}

function without(values: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
