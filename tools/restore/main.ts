import { startStack } from '../../infra/local/stack.ts';
import { stopOnSignals } from '../../test/environment/stop-on-signals.ts';
import { brokenInvariants } from '../../test/invariants/invariants.ts';
import { DRILL_ENVIRONMENT, prepareEnvironment } from '../faults/environment.ts';
import { Findings } from '../faults/findings.ts';
import { comeToRest } from '../faults/run-drill.ts';
import { restoreDrill } from './drill.ts';

/** An open execution whose run is closed is found soon. */
const SOON = { RECONCILE_STALE_SECONDS: '5', RECONCILE_INTERVAL_SECONDS: '2' };

/**
 * `npm run restore-drill`: runs the product with traffic, restores PostgreSQL to a moment behind Temporal's, runs
 * `marketwright after-restore`, and compares the books. Exits with 1 when anything was lost or doubled beyond what
 * docs/operations.md says.
 */
print('Starting PostgreSQL, Temporal, the sandbox AI, the API and a worker …');
const findings = new Findings();
const cleanUp = new AsyncDisposableStack();
const leaveAll = stopOnSignals(() => cleanUp.disposeAsync());
const stack = await startStack({
  report: (line) => print(`  ${line}`),
  serviceEnvironment: { ...DRILL_ENVIRONMENT, ...SOON },
});
cleanUp.defer(() => stack.stop());
try {
  const { environment, leave } = await prepareEnvironment(stack, findings, { name: 'restore' });
  try {
    await restoreDrill(environment, print);
    await comeToRest(environment.query);
    findings.problems.push(...(await brokenInvariants(environment.query, { atRest: true })));
  } finally {
    await leave();
  }
} catch (error) {
  findings.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await leaveAll();
}
for (const fact of findings.facts) print(`  ${fact}`);
for (const problem of findings.problems) print(`  PROBLEM ${problem}`);
print(findings.problems.length === 0 ? 'Nothing was lost or doubled beyond what the docs say.' : 'The drill failed.');
process.exitCode = findings.problems.length === 0 ? 0 : 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
