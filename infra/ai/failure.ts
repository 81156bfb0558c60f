import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { OutboundError } from '../http/outbound-error.ts';
import { AiError, type AiErrorKind, type ProviderProblem } from './port.ts';
import { LENGTH_CODES, type Refusal, refusalOf, retryAfterMs } from './refusal.ts';

/** Error codes that no other request shape would avoid, by error kind. */
const CODES: Partial<Record<AiErrorKind, readonly string[]>> = {
  refused: [
    'content_filter',
    'content_policy_violation',
    'responsibleaipolicyviolation',
    'moderation_blocked',
    'data_inspection_failed',
  ],
  quota: ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active', 'budget_exceeded'],
};
const KEY_CODES = ['invalid_api_key', 'api_key_invalid', 'incorrect_api_key', 'account_deactivated'];
const MODEL_CODES = ['model_not_found', 'deploymentnotfound'];
/** Anthropic's type, also through proxies (https://docs.anthropic.com/en/api/errors); Moonshot's (https://platform.moonshot.ai/docs/api/chat). */
const OVERLOAD_CODES = ['overloaded_error', 'overloaded', 'server_overloaded', 'engine_overloaded_error'];
/** Anthropic's status for it; Cloudflare and OpenRouter pass it on. */
const OVERLOADED = 529;

/** Whether the error code rules out that another request shape would succeed. */
export function isFinal({ codes, isModerated }: Refusal): boolean {
  return (
    isModerated ||
    [...Object.values(CODES).flat(), ...KEY_CODES, ...MODEL_CODES, ...LENGTH_CODES].some((code) => codes.has(code))
  );
}

/** What the provider was asked for. */
export type Asked = 'chat' | 'embeddings' | 'embeddings elsewhere';

/** Where an operator looks for a wrong model, key or address, and what is not found at a wrong one. */
const SETTINGS_OF = {
  chat: { setting: 'AI_MODEL', key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', endpoint: 'chat completions' },
  embeddings: {
    setting: 'EMBEDDINGS_MODEL',
    key: 'OPENAI_API_KEY',
    address: 'OPENAI_BASE_URL',
    endpoint: 'embeddings',
  },
  'embeddings elsewhere': {
    setting: 'EMBEDDINGS_MODEL',
    key: 'EMBEDDINGS_API_KEY',
    address: 'EMBEDDINGS_BASE_URL',
    endpoint: 'embeddings',
  },
} as const satisfies Record<Asked, object>;

/**
 * Maps a failure of the `openai` client to an AiError. The client's own error is never kept as a cause: its message,
 * body and headers can quote the key, the prompt or the answer, and causes end up in logs and in workflow history.
 */
export function toAiError(error: unknown, model: string, asked: Asked = 'chat'): AiError {
  if (error instanceof AiError) return error;
  if (error instanceof APIConnectionTimeoutError)
    return new AiError('timeout', 'The AI provider took too long to answer');
  if (error instanceof APIConnectionError) {
    return new AiError('unavailable', `The AI provider could not be reached${reasonOf(error.cause)}`);
  }
  if (error instanceof APIError) return fromAnswer(error, model, asked);
  if (error instanceof SyntaxError) return new AiError('malformed', 'The AI provider sent a body that is not JSON');
  // Anything else comes from reading the body: the connection broke half-way.
  return new AiError('cut_off', 'The answer of the AI provider broke off');
}

/** Failures after which the provider's wait is respected. */
const WAITS: ReadonlySet<AiErrorKind> = new Set(['rate_limited', 'unavailable', 'overloaded']);

function fromAnswer(error: APIError, model: string, asked: Asked): AiError {
  const refusal = refusalOf(error);
  const { code, param } = refusal;
  // An error event inside a stream may have a code but no status.
  const status = refusal.status ?? (refusal.codes.has('rate_limit_exceeded') ? 429 : 500);
  const [kind, sentence] = meaning(status, refusal, model, SETTINGS_OF[asked]);
  const problem: ProviderProblem = { status: refusal.status, code, param };
  const waitMs = retryAfterMs(error.headers, Date.now()) ?? refusal.retryAfterMs;
  return new AiError(kind, `${sentence} (${named(problem)})`, {
    problem,
    ...(WAITS.has(kind) ? { retryAfterMs: waitMs } : {}),
  });
}

function meaning(
  status: number,
  refusal: Refusal,
  model: string,
  { setting, key, address, endpoint }: (typeof SETTINGS_OF)[Asked],
): [AiErrorKind, string] {
  const has = (codes: readonly string[] = []) => codes.some((code) => refusal.codes.has(code));
  if (refusal.isModerated || has(CODES.refused)) return ['refused', 'The AI provider refused the request'];
  if (status === 402 || has(CODES.quota)) return ['quota', "The AI provider's account has no credit or quota left"];
  if (status === OVERLOADED || has(OVERLOAD_CODES)) {
    return ['overloaded', 'The AI provider has no capacity for the moment'];
  }
  if (refusal.isTooLong) return ['context_too_long', `The request is longer than the model ${model} can read`];
  if (status === 429) return ['rate_limited', 'The AI provider limits our rate'];
  if (status === 408) return ['timeout', 'The AI provider took too long to answer'];
  if (status >= 500 || status === 409) return ['unavailable', 'The AI provider failed'];
  if (status === 401 || status === 403 || has(KEY_CODES)) {
    return ['misconfigured', `The AI provider does not accept the key: look at ${key}`];
  }
  if (has(MODEL_CODES) || (status === 404 && refusal.mentions(model))) {
    return ['misconfigured', `The AI provider does not know the model ${model}: look at ${setting}`];
  }
  if (status === 404 || status === 405) {
    return ['misconfigured', `There are no ${endpoint} at the AI provider: look at the path of ${address}`];
  }
  if (status >= 300 && status < 400) {
    return ['misconfigured', `The AI provider redirects to another address: look at ${address}`];
  }
  return ['misconfigured', 'The AI provider rejected the request'];
}

function named({ status, code, param }: ProviderProblem): string {
  const parts = { status, code, param };
  const known = Object.entries(parts).filter(([, value]) => value !== undefined);
  return known.map(([name, value]) => `${name} ${value}`).join(', ') || 'no status';
}

/** What the outbound proxy did, or the system error code (ECONNREFUSED, …); other messages are not looked at. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return `: ${cause.message}`;
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z_]+$/.test(cause.code)) return ` (${cause.code})`;
  }
  return '';
}
