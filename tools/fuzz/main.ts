/**
 * `npm run fuzz`: schemathesis reads the API document of a stack of its own and sends what fits it and what does not; every answer is
 * held against the document. `-- --max-examples 200` and other options go to it. Other things are fuzzed instead by `-- books`, `-- growth`,
 * `-- holds` and `-- purchases` (docs/fuzzing.md). Exits with 1 when it finds something, with 2 where it cannot be installed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStack } from '../../infra/local/stack.ts';
import { ensurePython, exitCodeOf } from '../../test/environment/python.ts';
import { startReceiver } from '../../test/environment/receiver.ts';
import { stopOnSignals } from '../../test/environment/stop-on-signals.ts';
import { fuzzBooks } from './books.ts';
import { fuzzGrowth } from './growth.ts';
import { fuzzHolds } from './holds.ts';
import { fuzzPurchases } from './purchases.ts';
import { prepareTargets } from './targets.ts';

const OTHERS = new Map([
  ['books', fuzzBooks],
  ['growth', fuzzGrowth],
  ['holds', fuzzHolds],
  ['purchases', fuzzPurchases],
]);
const other = OTHERS.get(process.argv[2] ?? '');
if (other) process.exit(await other(process.argv.slice(3)));

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const bin = await ensurePython(`${FOLDER}requirements.txt`).catch((error) => {
  process.stderr.write(`schemathesis cannot be installed: there is no Python 3.10 or no package index. ${error}\n`);
  process.exit(2);
});
const cleanUp = new AsyncDisposableStack();
const leave = stopOnSignals(() => cleanUp.disposeAsync());
const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-fuzz-'));
cleanUp.defer(() => rm(folder, { recursive: true }));
const receiver = cleanUp.use(await startReceiver());
const stack = await startStack({
  report: (line) => process.stdout.write(`${line}\n`),
  // Every request without credentials comes from an address of its own.
  serviceEnvironment: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128', LOG_LEVEL: 'warn' },
});
cleanUp.defer(() => stack.stop());
try {
  const targets = path.join(folder, 'targets.json');
  await writeFile(targets, JSON.stringify(await prepareTargets(stack, receiver.url)));
  const args = ['--config-file', `${FOLDER}schemathesis.toml`, 'run', `${stack.urls.apiOrigin}/openapi.json`];
  process.exitCode =
    (await exitCodeOf(`${bin}/schemathesis`, [...args, ...process.argv.slice(2)], {
      SCHEMATHESIS_HOOKS: `${FOLDER}hooks.py`,
      FUZZ_TARGETS: targets,
    })) ?? 1;
} finally {
  await leave();
}
