/**
 * `npm run soak`: half an hour of mixed load on a stack of its own, or the given number of minutes (`-- 40`), then a line through each
 * thing that should not grow. Exits with 1 where one grows or a kind of load never went well.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { markdownTable } from 'markdown-table';
import pg from 'pg';
import { startStack } from '../../infra/local/stack.ts';
import { type Done, runLoad } from './load.ts';
import { type Sample, takeSample } from './samples.ts';
import { verdictsOf, verdictTable } from './verdicts.ts';

const DEFAULT_MINUTES = 30;
/** Caches go on filling for some twelve minutes, and a line needs points after that. */
const MIN_MINUTES = 24;
/** Samples of a minute. */
const SAMPLES = 6;
/** Share of the run that warms up. */
const WARM_UP = 1 / 2;

const minutes = Number(process.argv[2] ?? DEFAULT_MINUTES);
if (!Number.isInteger(minutes) || minutes < MIN_MINUTES) {
  print(`Minutes are a whole number from ${MIN_MINUTES}.`);
  process.exit(2);
}

print('Starting a stack …');
const stack = await startStack({ serviceEnvironment: { LOG_LEVEL: 'warn' } });
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
const database = new pg.Pool({ connectionString: stack.urls.databaseUrl, max: 1 });
try {
  const load = runLoad(stack, stop.signal);
  const samples = await Promise.race([watch(), load.then(() => [])]);
  stop.abort();
  const done = await load;
  const verdicts = verdictsOf(samples, Math.ceil(minutes * WARM_UP));
  print(`\n${doneTable(done)}\n\n${verdictTable(verdicts)}`);
  const bad = verdicts.filter((verdict) => verdict.grows).length;
  const idle = Object.values(done).filter(({ rounds }) => rounds === 0).length;
  print(`\n${verdicts.length - bad} of ${verdicts.length} are level.`);
  process.exitCode = bad + idle > 0 ? 1 : 0;
} finally {
  stop.abort();
  await database.end();
  await stack.stop();
}

/** The samples of each minute. */
async function watch(): Promise<Sample[][]> {
  const all: Sample[][] = [];
  const start = performance.now();
  for (let index = 0; index < minutes * SAMPLES; index += 1) {
    await delay(Math.max(0, start + ((index + 1) * 60_000) / SAMPLES - performance.now()));
    const sample = await takeSample(stack, database);
    const minute = Math.floor(index / SAMPLES);
    all[minute] = [...(all[minute] ?? []), sample];
    if (index % SAMPLES === 0) {
      print(
        `${minute}: ${Object.entries(sample)
          .map(([name, value]) => `${name} ${Math.round(value)}`)
          .join('; ')}`,
      );
    }
  }
  return all;
}

function doneTable(done: Done): string {
  const rows = Object.entries(done).map(([name, { rounds, failed, lastFailure = '' }]) => [
    name,
    String(rounds),
    String(failed),
    lastFailure.slice(0, 120),
  ]);
  return markdownTable([['Load', 'Rounds', 'Failed', 'Last failure'], ...rows]);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
