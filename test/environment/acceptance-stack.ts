import { type Stack, startStack } from '../../infra/local/stack.ts';
import { withDatabase } from './database.ts';
import { publishRunningStack } from './running-stack.ts';
import { closeSharedServers, openSharedServers } from './shared-servers.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { waitUntil } from './wait-until.ts';

/** Holds each row that a statement answers against its declared columns, in the product's processes, too. */
const CHECK_ROWS = new URL('./check-rows.ts', import.meta.url).href;

const stopping = new AbortController();
let starting: Promise<Stack> | undefined;

/**
 * Starts the one stack that all acceptance tests share: the whole product, with a second API process. Loopback counts as a
 * trusted proxy, so that each test can come from an address of its own.
 */
export async function startAcceptanceStack(): Promise<void> {
  stopOnSignals(stopAcceptanceStack);
  await openSharedServers();
  starting = startStack({
    sandboxAiLatencyMs: 0,
    durable: false,
    serviceEnvironment: {
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      LOG_LEVEL: 'warn',
      PASSWORD_COST_LOG2: '10',
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

/** Stops it; its folder goes with it. */
export async function stopAcceptanceStack(): Promise<void> {
  stopping.abort(new Error('The tests stop.'));
  const stack = await starting?.catch(() => undefined);
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
