import type Stripe from 'stripe';
import type { GuardedClient } from '../../http/guarded-client.ts';

/** Most of an answer that is read; Stripe's objects take some kilobytes. */
const MAX_BYTES = 1024 * 1024;

type StripeFetch = NonNullable<Parameters<typeof Stripe.createFetchHttpClient>[0]>;

/** What Stripe's package calls: requests to its API alone, by the guarded client, which follows no redirect. */
export function guardedFetch(
  client: Pick<GuardedClient, 'send'>,
  { apiUrl, timeoutMs, signal }: { apiUrl: string; timeoutMs: number; signal: AbortSignal },
): StripeFetch {
  const origin = new URL(apiUrl).origin;
  return async (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if (new URL(url).origin !== origin) throw new Error('Stripe is called at the address of its API alone.');
    const { status, headers, excerpt, truncated } = await client.send({
      url,
      method: init.method === 'POST' ? 'POST' : init.method === 'DELETE' ? 'DELETE' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && init.body !== '' && { body: init.body }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      keepBytes: MAX_BYTES,
      signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
    });
    if (truncated) throw new Error('The answer of Stripe is too long.');
    const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    // The package ends the process for JSON that is no object, and takes any status for a success that reports no error.
    const answer = objectIn(excerpt);
    if (!answer || (status >= 300 && !answer['error'])) throw new Error('The answer is none of Stripe.');
    return new Response(excerpt, { status, headers: fields });
  };
}

function objectIn(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
