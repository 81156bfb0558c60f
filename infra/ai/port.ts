import type { ZodType } from 'zod';

/** Kinds of work that the AI is asked for; each may have a model of its own. */
export const AI_TASKS = ['plan', 'write', 'analyse'] as const;
export type AiTask = (typeof AI_TASKS)[number];

/** What a question is asked for: it chooses the model, and stands in the record of calls. */
export interface AiPurpose {
  task: AiTask;
  /** Whose work it is; null: the operator's own. */
  partnerId: number | null;
  /** The record that the work belongs to; null: none. */
  subject: { type: string; id: number } | null;
}

/** One question to the AI provider. */
export interface AiRequest {
  purpose: AiPurpose;
  /** Model name; the one configured for the task when absent. */
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

/** A model that the service knows, by its settings or by its price. */
export interface AiModel {
  name: string;
  /** The operator lets requests name it. */
  isOffered: boolean;
  /** US dollars for a million tokens, as decimal strings; null: nobody has told. */
  price: { input: string; output: string } | null;
}

/** The models that the service knows. */
export interface AiModels {
  /** Those on offer first. */
  known: readonly AiModel[];
  /** The model of a kind of work where a request names none. */
  byTask: Readonly<Record<AiTask, string>>;
}

/** A question whose answer is a text. */
export interface AiTextRequest extends AiRequest {
  /** Told all that is written so far, as the provider writes; where it has to be asked once more, that begins anew. */
  onText?: (written: string) => void;
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
interface AiText {
  text: string;
  model: string;
  usage: AiUsage;
}

/** A structured answer; `value` is parsed JSON that nobody has checked yet. */
interface AiObject {
  value: unknown;
  model: string;
  usage: AiUsage;
}

/**
 * The AI provider. Every method throws AiError and repeats no failure by itself; only a question that the provider does not take in
 * this form is put to it in another one.
 */
export interface AiPort {
  /** Whether there is a provider for requests with `sandbox`. */
  readonly hasSandbox: boolean;
  readonly models: AiModels;
  generateText(request: AiTextRequest): Promise<AiText>;
  generateObject(request: AiObjectRequest): Promise<AiObject>;
  /** Chunks of text as they come. */
  streamText(request: AiRequest): AsyncIterable<string>;
}

/**
 * Why the provider gave no usable answer. `rate_limited`, `unavailable`, `timeout`, `cut_off` (the connection broke off) and
 * `malformed` (not the form that was asked for) may pass; `refused` (by a content filter), `too_long` (it does not fit into the tokens,
 * nor into twice as many), `quota` (nothing left to pay with) and `misconfigured` (key, model, address, request) will not.
 */
export const AI_ERROR_KINDS = [
  'rate_limited',
  'unavailable',
  'timeout',
  'cut_off',
  'malformed',
  'refused',
  'too_long',
  'quota',
  'misconfigured',
] as const;
export type AiErrorKind = (typeof AI_ERROR_KINDS)[number];

const PASSING: ReadonlySet<AiErrorKind> = new Set(['rate_limited', 'unavailable', 'timeout', 'cut_off', 'malformed']);

/** What the provider said of its refusal in names of its API; never its sentences, which may quote the prompt or the key. */
export interface ProviderProblem {
  status: number | undefined;
  code: string | undefined;
  param: string | undefined;
}

interface AiErrorOptions {
  retryAfterMs?: number | undefined;
  problem?: ProviderProblem;
  cause?: unknown;
}

/** A failure of the AI provider; the message holds no text of the partner and no secret. */
export class AiError extends Error {
  readonly kind: AiErrorKind;
  /** Milliseconds the provider asked us to wait. */
  readonly retryAfterMs: number | undefined;
  readonly problem: ProviderProblem | undefined;

  constructor(kind: AiErrorKind, message: string, { retryAfterMs, problem, cause }: AiErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AiError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.problem = problem;
  }

  /** Whether asking again later can help. */
  get retryable(): boolean {
    return PASSING.has(this.kind);
  }
}
