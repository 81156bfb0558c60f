import { request } from 'undici';
import type { AiProvider } from './provider.ts';

/** How long a result is cached, to spare the provider. */
const CACHE_MS = 30_000;
const TIMEOUT_MS = 1_500;

/** A free check whether the provider responds at all, with any status. Rejects when it does not. */
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
