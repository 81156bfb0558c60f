import type { ZodType } from 'zod';

/** Kinds of AI work; each may have its own model. */
export const AI_TASKS = ['plan', 'write', 'analyse'] as const;
export type AiTask = (typeof AI_TASKS)[number];

/** Kinds of AI work that calls are recorded under. */
export const AI_CALL_TASKS = [...AI_TASKS, 'embed'] as const;

/** Purpose of a call: selects the model and is stored in the record of calls. */
export interface AiPurpose {
  task: AiTask;
  /** The partner that the call is for; null: the operator. */
  partnerId: number | null;
  /** The record that the call belongs to; null: none. */
  subject: { type: string; id: number } | null;
}

/** Purpose of a call of any kind, for its record and metrics. */
export type AiCallPurpose = Omit<AiPurpose, 'task'> & { task: (typeof AI_CALL_TASKS)[number] };

/** One call to the AI provider. */
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
  /** true: use the sandbox provider; fails as `misconfigured` when there is none. */
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
  /** US dollars for a million tokens, as decimal strings; null: unknown. */
  price: { input: string; output: string } | null;
}

/** The models that the service knows. */
export interface AiModels {
  /** Those on offer first. */
  known: readonly AiModel[];
  /** Default model by task. */
  byTask: Readonly<Record<AiTask, string>>;
}

/** A call that returns text. */
export interface AiTextRequest extends AiRequest {
  /** Receives the whole text so far while the provider streams; starts over when the request is repeated. */
  onText?: (written: string) => void;
}

/** A call that returns an object. */
export interface AiObjectRequest extends AiRequest {
  /** Name of the answer's schema, letters, digits and `_`. */
  schemaName: string;
  schema: ZodType;
}

/** What a text is to a model for embeddings. */
export type EmbeddingRole = 'query' | 'passage';

/** How texts of a role are sent to a model that was trained to distinguish them. */
interface EmbeddingInput {
  /** Words before each text, such as `query: `. */
  prefix?: string;
  /** The role by the name that the provider has for it, sent as `input_type`. */
  type?: string;
}

/** The inputs of a model, by role; without one the texts are sent as they are. */
export type EmbeddingInputs = Readonly<Partial<Record<EmbeddingRole, EmbeddingInput>>>;

/** A model for embeddings, with the length of its vectors and its inputs; only vectors of which all three are the same can be compared. */
export interface EmbeddingModel {
  name: string;
  dimensions: number;
  inputs: EmbeddingInputs;
}

/** The model to use, and the similarity from which a passage answers a question by its meaning alone. */
export interface ChosenEmbeddingModel extends EmbeddingModel {
  answerSimilarity: number;
  /** Most passages of one request: queries of searches wait for it where the server does one request after another. */
  batchSize: number;
}

/** A call for the embeddings of texts. */
export interface AiEmbedRequest extends Pick<AiRequest, 'sandbox' | 'idempotencyKey' | 'signal'> {
  purpose: Omit<AiPurpose, 'task'>;
  model: EmbeddingModel;
  role: EmbeddingRole;
  /** At most EMBED_LIMITS; none is empty. */
  texts: readonly string[];
  /** Longest wait, milliseconds; the provider's usual one when absent. */
  timeoutMs?: number;
}

/**
 * Bounds of one request for embeddings: below OpenAI's 2,048 texts, 8,192 tokens for each and 300,000 in all, also where each
 * character is two tokens (https://platform.openai.com/docs/api-reference/embeddings/create).
 */
export const EMBED_LIMITS = { texts: 128, charactersOfText: 4_000, characters: 150_000 } as const;

/** Unit vectors, in the order of the texts. */
interface AiEmbeddings {
  vectors: Float32Array[];
  usage: AiUsage;
}

/** Tokens of the request that gave the answer, as the provider counted them; earlier ones that gave none are only recorded. */
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

/** A structured answer; `value` is parsed JSON that is not validated yet. */
interface AiObject {
  value: unknown;
  model: string;
  usage: AiUsage;
}

/**
 * The AI provider. Every method throws AiError and does not retry; only a request whose shape the provider rejects is sent again in
 * another shape.
 */
export interface AiPort {
  /** Whether there is a provider for requests with `sandbox`. */
  readonly hasSandbox: boolean;
  readonly models: AiModels;
  /** The models for embeddings of the provider and the sandbox provider; null: embeddings are switched off, or there is no such provider. */
  readonly embeddings: { readonly live: ChosenEmbeddingModel | null; readonly sandbox: ChosenEmbeddingModel | null };
  generateText(request: AiTextRequest): Promise<AiText>;
  generateObject(request: AiObjectRequest): Promise<AiObject>;
  /** Chunks of text as they come. */
  streamText(request: AiRequest): AsyncIterable<string>;
  /** The model's prefix and type for the role are added. Throws AiError `misconfigured` for vectors of another length than asked for. */
  embed(request: AiEmbedRequest): Promise<AiEmbeddings>;
}

/**
 * Why the provider gave no usable answer. `rate_limited`, `unavailable`, `overloaded` (no capacity just now), `timeout`, `cut_off` (the
 * connection broke off, or the provider ended the answer before it was whole) and `malformed` (not the form that was asked for) may pass;
 * `refused` (by a content filter), `too_long` (it does not fit into the tokens, nor into twice as many), `context_too_long` (request and
 * answer are more than the model takes), `quota` (nothing left to pay with) and `misconfigured` (key, model, address, request) will not.
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
  'overloaded',
  'context_too_long',
] as const;
export type AiErrorKind = (typeof AI_ERROR_KINDS)[number];

const PASSING: ReadonlySet<AiErrorKind> = new Set([
  'rate_limited',
  'unavailable',
  'overloaded',
  'timeout',
  'cut_off',
  'malformed',
]);

/** The provider's error as names of its API; never its messages, which may quote the prompt or the key. */
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
