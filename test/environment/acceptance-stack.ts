import { type Stack, startStack } from '../../infra/local/stack.ts';
import { withDatabase } from './database.ts';
import { findDeadlocks } from './deadlocks.ts';
import { publishRunningStack } from './running-stack.ts';
import { TEST_SETTINGS } from './service-settings.ts';
import { closeSharedServers, openSharedServers } from './shared-servers.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { waitUntil } from './wait-until.ts';

/** Holds each row that a statement answers against its declared columns, in the product's processes, too. */
const CHECK_ROWS = new URL('./check-rows.ts', import.meta.url).href;

const stopping = new AbortController();
let starting: Promise<Stack> | undefined;

/** Starts the one stack that all acceptance tests share: the whole product, with a second API process. */
export async function startAcceptanceStack(): Promise<void> {
  stopOnSignals(stopAcceptanceStack);
  await openSharedServers();
  starting = startStack({
    sandboxAiLatencyMs: 0,
    durable: false,
    serviceEnvironment: {
      ...TEST_SETTINGS,
      STREAM_RECHECK_SECONDS: '1',
      NODE_OPTIONS: `--import=${CHECK_ROWS}`,
    },
    signal: stopping.signal,
  });
  const stack = await starting;
  try {
    publishRunningStack(stack, await stack.add('api', 'api2'));
    await documentationIndexed();
  } catch (error) {
    await stopAcceptanceStack();
    throw error;
  }
}

/** Stops it; its folder goes with it. Transactions that have waited for each other fail the run. */
export async function stopAcceptanceStack(): Promise<void> {
  stopping.abort(new Error('The tests stop.'));
  const stack = await starting?.catch(() => undefined);
  const deadlocks = stack ? await findDeadlocks(stack, 'marketwright') : [];
  if (deadlocks.length > 0) {
    process.stderr.write(`Transactions deadlocked:\n${deadlocks.join('\n')}\n`);
    process.exitCode = 1;
  }
  await Promise.all([stack?.stop(), closeSharedServers()]);
}

/** Questions about the platform are answered from its documentation, which the worker reads when it has started. */
async function documentationIndexed(): Promise<void> {
  await waitUntil('the documentation to be indexed', () =>
    withDatabase(async (client) => {
      const { rowCount } = await client.query(`SELECT 1 FROM knowledge_document WHERE status = 'ready'`);
      return (rowCount ?? 0) > 0;
    }),
  );
}
