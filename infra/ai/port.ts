import type { ZodType } from 'zod';

/** One question to the AI provider. */
export interface AiRequest {
  /** Model name; the configured one when absent. */
  model?: string | undefined;
  /** What the model is and how it should behave (system message). */
  instructions: string;
  /** The task with its inputs (user message). */
  prompt: string;
  maxOutputTokens: number;
  /** 0 to 2; the provider's default when absent. */
  temperature?: number | undefined;
  /** true: asked of the sandbox provider, whatever else is configured; `misconfigured` where there is none. */
  sandbox: boolean;
  /** The same for every attempt of the same work, so that a provider can recognise a repeat. */
  idempotencyKey: string;
  signal: AbortSignal;
}

/** A question whose answer is an object. */
export interface AiObjectRequest extends AiRequest {
  /** Name of the answer's schema, letters, digits and `_`. */
  schemaName: string;
  schema: ZodType;
}

/** Tokens as the provider counted them. */
export interface AiUsage {
  inputTokens: number;
  outputTokens: number;
}

/** An answer in words. */
export interface AiText {
  text: string;
  model: string;
  usage: AiUsage;
}

/** A structured answer; `value` is parsed JSON that nobody has checked yet. */
export interface AiObject {
  value: unknown;
  model: string;
  usage: AiUsage;
}

/** The AI provider. Every method throws AiError and never retries by itself. */
export interface AiPort {
  /** Whether there is a provider for requests with `sandbox`. */
  readonly hasSandbox: boolean;
  generateText(request: AiRequest): Promise<AiText>;
  generateObject(request: AiObjectRequest): Promise<AiObject>;
  /** Chunks of text as they come. */
  streamText(request: AiRequest): AsyncIterable<string>;
}

/**
 * Why the provider gave no usable answer. `rate_limited`, `unavailable`, `timeout`, `cut_off` (the answer ended early) and
 * `malformed` (not the JSON that was asked for) may pass; `refused` and `misconfigured` (credentials, model, request) will not.
 */
export type AiErrorKind =
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'cut_off'
  | 'malformed'
  | 'refused'
  | 'misconfigured';

/** A failure of the AI provider; the message holds no text of the partner and no secret. */
export class AiError extends Error {
  readonly kind: AiErrorKind;
  /** Milliseconds the provider asked us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: AiErrorKind, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AiError';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }

  /** Whether asking again later can help. */
  get retryable(): boolean {
    return this.kind !== 'refused' && this.kind !== 'misconfigured';
  }
}
