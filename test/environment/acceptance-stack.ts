import { type Stack, startStack } from '../../infra/local/stack.ts';
import { publishPlace } from './place.ts';

let running: Stack | undefined;

/**
 * Starts the one stack that all acceptance tests share: the whole product, with a second API process. Loopback counts as a
 * trusted proxy, so that each test can come from an address of its own.
 */
export async function startAcceptanceStack(): Promise<void> {
  running = await startStack({
    sandboxAiLatencyMs: 0,
    serviceEnvironment: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128', LOG_LEVEL: 'warn' },
  });
  try {
    const second = await running.add('api', 'api2');
    const { urls, credentials } = running;
    publishPlace({
      origins: [urls.apiOrigin, second],
      adminKey: credentials.admin_key,
      databaseUrl: urls.databaseUrl,
      sandboxAiUrl: new URL(urls.sandboxAiUrl ?? '').origin,
    });
  } catch (error) {
    await stopAcceptanceStack();
    throw error;
  }
}

/** Stops it; its folder goes with it. */
export async function stopAcceptanceStack(): Promise<void> {
  await running?.stop();
  running = undefined;
}
