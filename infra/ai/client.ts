import type { APIError } from 'openai';
import OpenAI from 'openai';
import type { AiProvider } from './provider.ts';
import { ProviderRefusal } from './refusal.ts';

/** The official client, which is kept from retrying and from logging, and whose errors keep the body. */
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

/** Every setting is given, because the client would otherwise read OPENAI_* variables of its own accord. */
export function connect({ baseUrl, apiKey }: AiProvider, timeoutMs: number): OpenAI {
  return new Client({
    baseURL: baseUrl,
    // The client wants one in any case; a provider that needs none is sent none.
    apiKey: apiKey ?? 'none',
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
  });
}
