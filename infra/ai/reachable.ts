import { request } from 'undici';
import type { AiProvider } from './provider.ts';

/** Providers are somebody else's, so they are not asked more often than this. */
const CACHE_MS = 30_000;
const TIMEOUT_MS = 1_500;

/** A check whether the provider answers at all, whatever it says; it costs nothing. Rejects where it does not. */
export function reachability({ baseUrl }: AiProvider): () => Promise<void> {
  let known: Promise<void> | undefined;
  return () => {
    known ??= ask(baseUrl).finally(() => {
      setTimeout(() => {
        known = undefined;
      }, CACHE_MS).unref();
    });
    return known;
  };
}

async function ask(baseUrl: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { statusCode, body } = await request(`${baseUrl}/models`, { method: 'HEAD', signal });
  await body.dump();
  if (statusCode >= 500) throw new Error(`The AI provider answers with status ${statusCode}.`);
}
