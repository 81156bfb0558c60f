import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from 'markdown-table';
import { ROOT } from '../../infra/deploy/programs.ts';
import { Fleet } from '../../infra/local/fleet.ts';
import { isLock, takeLock } from '../../infra/local/lock.ts';
import { startStack } from '../../infra/local/stack.ts';
import { openState, removeState, statePaths } from '../../infra/local/state.ts';
import { makeTemporaryFolder } from '../../infra/local/temporary.ts';
import { stopOnSignals } from '../../test/environment/stop-on-signals.ts';
import { Findings } from '../faults/findings.ts';
import { Balancer } from './balancer.ts';
import { unpackReleased } from './released.ts';
import { Services } from './services.ts';
import { runStory } from './story.ts';
import { binariesOf, temporalBinaries } from './temporal/binaries.ts';
import { startCluster } from './temporal/cluster.ts';

/**
 * `npm run cluster`: two API processes and two workers on a Temporal cluster of four roles with PostgreSQL, under traffic
 * all along: each role is killed and restarted, a released version serves beside the new schema, a new version of the
 * workers is rolled out in steps, mutual TLS and API keys are switched on. Prints what was found, and exits with 1 when
 * a request failed, or anything was lost or doubled; with 2 where Go is not installed. `--released <revision>` takes that
 * version, `--server <folder>` the executables `server` and `sql` of another version of Temporal.
 */
const { values } = parseArgs({ options: { released: { type: 'string' }, server: { type: 'string' } } });
print('Getting the Temporal server; from nothing Go builds it for a quarter of an hour …');
const binaries = values.server === undefined ? await temporalBinaries() : binariesOf(values.server);
if (!binaries) {
  print('Left out: install Go, which builds the server of a Temporal cluster.');
  process.exit(2);
}

const rows: { title: string; findings: Findings; seconds: number }[] = [];
const cleanUp = new AsyncDisposableStack();
const leave = stopOnSignals(() => cleanUp.disposeAsync());
const stack = await startStack({ parts: ['postgres', 'sandboxAi', 'sandboxMarketplace'], durable: false, report });
cleanUp.defer(() => stack.stop());
const paths = statePaths(await makeTemporaryFolder());
await openState(paths);
const lock = await takeLock(paths.lock);
cleanUp.defer(async () => {
  await removeState(paths);
  if (isLock(lock)) await lock.release();
});
const fleet = new Fleet(paths, { report });
cleanUp.defer(() => fleet.stop());
cleanUp.defer(async () => {
  if (rows.some(({ findings }) => findings.problems.length > 0)) print(`\nLogs of the processes: ${await keepLogs()}`);
});
const balancer = new Balancer();
cleanUp.defer(async () => balancer.stop());
try {
  const cluster = await startCluster({
    binaries,
    fleet,
    folder: path.join(paths.dataDir, 'temporal'),
    databaseUrl: stack.urls.databaseUrl ?? '',
  });
  const environment = {
    ...stack.environment,
    TEMPORAL_ADDRESS: cluster.address,
    SHUTDOWN_DELAY_SECONDS: '2',
    LOG_LEVEL: 'info',
  };
  const services = new Services({ fleet, logs: paths.logs, balancer, environment });
  cleanUp.defer(async () => services.interrupt());
  const released = await unpackReleased(paths.dataDir, values.released);
  await runStory({
    stack,
    cluster,
    services,
    balancer,
    folder: paths.dataDir,
    released,
    here: ROOT,
    step,
  });
} catch (error) {
  const findings = new Findings();
  findings.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  rows.push({ title: 'the story', findings, seconds: 0 });
  print(`  PROBLEM ${findings.problems.join('\n')}`);
} finally {
  await leave();
}
printTable();

/** Runs a part of the story; what it throws is a problem, and ends the story. */
async function step(title: string, work: (findings: Findings) => Promise<void>): Promise<void> {
  print(`\n${title}`);
  const findings = new Findings();
  const started = performance.now();
  const failuresBefore = balancer.seen.failures.length;
  const requestsBefore = balancer.seen.requests;
  try {
    await work(findings);
  } finally {
    findings.note('requests', balancer.seen.requests - requestsBefore);
    findings.equal('Requests that failed', balancer.seen.failures.slice(failuresBefore), []);
    const seconds = (performance.now() - started) / 1000;
    rows.push({ title, findings, seconds });
    for (const fact of findings.facts) print(`  ${fact}`);
    for (const problem of findings.problems) print(`  PROBLEM ${problem}`);
  }
}

async function keepLogs(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-cluster-'));
  await cp(paths.logs, folder, { recursive: true });
  return folder;
}

function printTable(): void {
  const cells = rows.map(({ title, findings: { problems, facts }, seconds }) => {
    const outcome = problems.length === 0 ? 'ok' : `${problems.length} BAD`;
    return [title, outcome, `${seconds.toFixed(0)} s`, facts.join(', ')];
  });
  print(`\n${markdownTable([['Step', 'Outcome', 'Took', 'Found'], ...cells])}`);
  const { requests, failures } = balancer.seen;
  print(`\n${requests} requests, ${failures.length} of them failed.`);
  process.exitCode = rows.some(({ findings }) => findings.problems.length > 0) ? 1 : 0;
}

/** The first line: the ends of logs are kept. */
function report(line: string): void {
  print(`  ${line.split('\n', 1)[0]}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
