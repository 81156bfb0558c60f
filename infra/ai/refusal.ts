import { APIError } from 'openai';
import { momentOfHttpDate } from '../http/http-date.ts';
import type { ProviderProblem } from './port.ts';

/**
 * A response other than 2xx, or one with status 200 that reports an error (status undefined). Keeps the body, because the client does
 * not parse every provider's format.
 */
export class ProviderRefusal extends APIError<number | undefined, Headers | undefined> {
  readonly body: unknown;

  constructor(status: number | undefined, body: unknown, headers: Headers | undefined) {
    super(status, undefined, undefined, headers);
    this.body = body;
  }
}

/** An error response, normalized. */
export interface Refusal extends ProviderProblem {
  /** All codes in lower case: of the error, its type, status and reasons. */
  codes: ReadonlySet<string>;
  /** Retry delay in the body, milliseconds. */
  retryAfterMs: number | undefined;
  /** A moderation names its reasons, or the input that it flagged (OpenRouter: https://openrouter.ai/docs/errors). */
  isModerated: boolean;
  /** The request is longer than the model can read; see LENGTH_NAMES. */
  isTooLong: boolean;
  /** Whether the body contains this parameter or model name as a whole word. */
  mentions(name: string): boolean;
}

/** Names of an API look like this; sentences do not. */
const NAME = /^[\w.[\]-]{1,64}$/;
/** Codes of a request that is too long (OpenAI, Azure; llama.cpp; Anthropic). */
export const LENGTH_CODES = [
  'context_length_exceeded',
  'string_above_max_length',
  'exceed_context_size_error',
  'request_too_large',
];
/**
 * Names by which a request is known to be too long where there is no code for it: vLLM, DeepSeek and OpenRouter write "maximum context
 * length" (https://github.com/vllm-project/vllm/issues/2393), LiteLLM the name of its exception. They choose the class of the
 * failure, nothing else.
 */
const LENGTH_NAMES = ['maximum context length', 'ContextWindowExceededError', 'context_length_exceeded'];
/** A body may quote all of a long prompt. */
const MAX_TEXT = 20_000;

/**
 * Reads a body: OpenAI's `{error: {…}}`, a list of them (Gemini), the bare error (Mistral, vLLM), a sentence (LM Studio). Parameters are
 * found as names that we sent, never by the words around them.
 */
function readRefusal(httpStatus: number | undefined, body: unknown): Refusal {
  const error = errorIn(body);
  const status = httpStatus ?? statusIn(error);
  const text = textOf(body).slice(0, MAX_TEXT);
  const details = Array.isArray(error['details']) ? error['details'].filter(isRecord) : [];
  const codes = [...details.map(({ reason }) => reason), error['code'], error['status'], error['type']]
    .map((value) => (typeof value === 'number' ? String(value) : value))
    .filter((value): value is string => typeof value === 'string' && NAME.test(value) && value !== String(status));
  const names = new Set(codes.map((code) => code.toLowerCase()));
  const mentions = (name: string) => hasWord(text, name);
  return {
    status,
    code: codes[0],
    param: paramOf(error),
    codes: names,
    retryAfterMs: secondsOf(details.find(({ retryDelay }) => retryDelay !== undefined)?.['retryDelay']),
    isModerated: isModeration(error['metadata']),
    isTooLong: status === 413 || LENGTH_CODES.some((code) => names.has(code)) || LENGTH_NAMES.some(mentions),
    mentions,
  };
}

/** Empty where it is nested deeper than can be written. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  try {
    return JSON.stringify(body) ?? '';
  } catch {
    return '';
  }
}

/** The refusal in an error of the client. */
export function refusalOf(error: APIError): Refusal {
  return readRefusal(error.status, error instanceof ProviderRefusal ? error.body : error.error);
}

/** An error that comes with status 200 has its status as a code (OpenRouter, LiteLLM). */
function statusIn({ code }: Record<string, unknown>): number | undefined {
  const status = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code;
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : undefined;
}

function isModeration(metadata: unknown): boolean {
  if (!isRecord(metadata)) return false;
  return (Array.isArray(metadata['reasons']) && metadata['reasons'].length > 0) || 'flagged_input' in metadata;
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + word.length)];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

function errorIn(body: unknown): Record<string, unknown> {
  const first = Array.isArray(body) ? body[0] : body;
  if (!isRecord(first)) return {};
  return isRecord(first['error']) ? first['error'] : first;
}

/** `param`, or where a validator of Python's found the fault: `{detail: [{loc: ['body', 'max_tokens']}]}` (FastAPI, Mistral). */
function paramOf(error: Record<string, unknown>): string | undefined {
  if (typeof error['param'] === 'string' && NAME.test(error['param'])) return error['param'];
  const message = isRecord(error['message']) ? error['message'] : error;
  const [problem] = Array.isArray(message['detail']) ? message['detail'] : [];
  const found = isRecord(problem) && Array.isArray(problem['loc']) ? problem['loc'].at(-1) : undefined;
  return typeof found === 'string' && NAME.test(found) ? found : undefined;
}

/** A duration as protocol buffers write it, such as `36s` (google.rpc.RetryInfo). */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(value)?.[1] : undefined;
  return seconds === undefined ? undefined : waitOf(Number(seconds) * 1000);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * How long a provider asked us to wait, in milliseconds: `retry-after-ms` (OpenAI's own header), else `Retry-After`
 * (RFC 9110 section 10.2.3: whole seconds or an HTTP date). Undefined when it asked nothing that can be read.
 */
export function retryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const milliseconds = nonNegative(headers?.get('retry-after-ms'));
  if (milliseconds !== undefined) return waitOf(milliseconds);
  const value = headers?.get('retry-after');
  const seconds = nonNegative(value);
  if (seconds !== undefined) return waitOf(seconds * 1000);
  const date = value ? momentOfHttpDate(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : waitOf(Math.max(0, date - nowMs));
}

/** Longest wait that is respected. Temporal cannot write all numbers as a duration, and its worker ends where it cannot. */
const MAX_WAIT_MS = 24 * 3_600_000;

function waitOf(milliseconds: number): number {
  return Math.min(MAX_WAIT_MS, Math.round(milliseconds));
}

function nonNegative(value: string | null | undefined): number | undefined {
  if (!value?.trim()) return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
