import type { APIError } from 'openai';
import OpenAI from 'openai';
import { limitedFetch } from './answer-limit.ts';
import type { AiEndpoint } from './provider.ts';
import { ProviderRefusal } from './refusal.ts';

/** The official client without retries and logging; its errors keep the response body. */
class Client extends OpenAI {
  protected override makeStatusError(
    status: number,
    body: object | undefined,
    text: string | undefined,
    headers: Headers,
  ): APIError {
    return new ProviderRefusal(status, body ?? text, headers);
  }
}

/** Sets every option, because the client reads OPENAI_* variables for missing ones. */
export function connect({ baseUrl, apiKey }: AiEndpoint, timeoutMs: number): OpenAI {
  return new Client({
    baseURL: baseUrl,
    // The client requires a key; for a provider without one the header is removed.
    apiKey: apiKey ?? 'none',
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: limitedFetch,
  });
}
