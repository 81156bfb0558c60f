import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from 'markdown-table';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { stopOnSignals } from '../../test/environment/stop-on-signals.ts';
import { DRILLS } from './drills/index.ts';
import { DRILL_ENVIRONMENT } from './environment.ts';
import { type Outcome, runDrill } from './run-drill.ts';

/** Of the longest name. */
const NAME_WIDTH = Math.max(...DRILLS.map(({ name }) => name.length));

/**
 * Kills processes for real and counts what was lost or doubled: `npm run faults`, or one drill by `-- --only <name>`.
 * Exits with 1 when anything was.
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } } });
if (values.list) {
  for (const { name, title } of DRILLS) print(`${name.padEnd(NAME_WIDTH)} ${title}`);
  process.exit(0);
}
const { only } = values;
const chosen = DRILLS.filter(({ name }) => only === undefined || only.includes(name));
if (chosen.length === 0) {
  print(`There is no drill ${only?.join(', ')}; there are ${DRILLS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

print('Starting PostgreSQL, Temporal, the sandbox AI, the API and a worker …');
const cleanUp = new AsyncDisposableStack();
const leave = stopOnSignals(() => cleanUp.disposeAsync());
const stack = await startStack({
  apiFirst: true,
  report: (line) => print(`  ${line}`),
  serviceEnvironment: DRILL_ENVIRONMENT,
});
cleanUp.defer(() => stack.stop());
const outcomes: Outcome[] = [];
cleanUp.defer(async () => {
  if (outcomes.some(failed)) print(`\nLogs of the processes: ${await keepLogs(stack)}`);
});
try {
  for (const drill of chosen) {
    print(`\n${drill.name}: ${drill.title}`);
    const outcome = await runDrill(stack, drill);
    outcomes.push(outcome);
    for (const fact of outcome.findings.facts) print(`  ${fact}`);
    for (const problem of outcome.findings.problems) print(`  PROBLEM ${problem}`);
  }
} finally {
  await leave();
}
printTable(outcomes);
process.exitCode = outcomes.some(failed) ? 1 : 0;

function failed({ findings }: Outcome): boolean {
  return findings.problems.length > 0;
}

async function keepLogs({ dataDir }: Stack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-faults-'));
  await cp(path.join(dataDir, 'logs'), folder, { recursive: true });
  return folder;
}

function printTable(rows: readonly Outcome[]): void {
  const cells = rows.map(({ drill, findings: { problems, facts }, seconds }) => {
    const outcome = problems.length === 0 ? 'ok' : `${problems.length} BAD`;
    return [drill.name, outcome, `${seconds.toFixed(0)} s`, facts.join(', ')];
  });
  print(`\n${markdownTable([['Drill', 'Outcome', 'Took', 'Found'], ...cells])}`);
  const bad = rows.filter(failed).length;
  print(`\n${rows.length - bad} of ${rows.length} drills lost and doubled nothing.`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
