import type OpenAI from 'openai';
import { APIError } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { AnswerTooLong, maxCharactersOf } from './answer-limit.ts';
import { Attempt } from './attempt.ts';
import { plainText } from './completion.ts';
import { isFinal } from './failure.ts';
import { AiError, type AiRequest } from './port.ts';
import type { AiProvider } from './provider.ts';
import { UnmarkedReasoning } from './reasoning.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import {
  differences,
  firstShape,
  SCHEMA_NAMES,
  type Shape,
  type ShapeMemory,
  withLongerLimit,
  withoutRefused,
} from './shape.ts';

/** A provider, with the request shapes that its models accept as far as known. */
export interface Connection {
  client: OpenAI;
  provider: AiProvider;
  shapes: ShapeMemory;
}

/** Statuses with which providers reject the shape of a request. */
const MALFORMED_REQUEST = new Set([400, 422]);

/** One call to a model: starts with the shape that worked last and tries others until the provider accepts one. */
export class ModelCall {
  readonly attempt: Attempt;
  readonly model: string;
  shape: Shape;
  private hasLongerLimit = false;
  private readonly request: AiRequest;
  private readonly connection: Connection;
  private readonly isStructured: boolean;

  constructor(request: AiRequest, connection: Connection, options: { timeoutMs: number; isStructured: boolean }) {
    const { model, models } = connection.provider;
    this.request = request;
    this.connection = connection;
    this.isStructured = options.isStructured;
    const asked = request.sandbox ? undefined : (request.model ?? models?.[request.purpose.task]);
    this.model = asked ?? model;
    this.attempt = new Attempt(request, options.timeoutMs);
    this.shape = connection.shapes.get(this.model) ?? firstShape(connection.provider);
  }

  /** Sends the request until it succeeds. Throws the error of `send` when no other shape can help. */
  async run<Answer>(send: (shape: Shape) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      this.attempt.startRequest();
      try {
        const answer = await send(this.shape);
        this.remember();
        return answer;
      } catch (error) {
        if (!this.reshape(error)) throw error;
      }
    }
  }

  /** Longest answer that is accepted, characters. */
  get maxCharacters(): number {
    return maxCharactersOf(this.request.maxOutputTokens * this.shape.limitFactor);
  }

  /** Request parameters in the current shape; `words` are appended to the instructions. */
  params(words = ''): ChatCompletionCreateParamsNonStreaming {
    const { instructions, prompt, maxOutputTokens } = this.request;
    const { limit, limitFactor, systemRole } = this.shape;
    const system = plainText(instructions) + words;
    const user = plainText(prompt);
    const chosen = this.connection.provider.temperature;
    const temperature = this.shape.temperature && chosen !== 'omit' ? (chosen ?? this.request.temperature) : undefined;
    return {
      model: this.model,
      messages: systemRole
        ? [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ]
        : [{ role: 'user', content: `${system}\n\n${user}` }],
      ...(limit === 'none' ? {} : { [limit]: maxOutputTokens * limitFactor }),
      ...(temperature === undefined ? {} : { temperature }),
    };
  }

  /** The idempotency key depends on the shape, so that the provider does not answer another shape from its cache. */
  requestOptions(): OpenAI.RequestOptions {
    const other = differences(this.shape, firstShape(this.connection.provider));
    const key = [this.request.idempotencyKey, ...other].join('/');
    return { signal: this.attempt.signal, headers: { 'Idempotency-Key': key } };
  }

  /** Stores the shape, which worked, for the next call to the model. */
  remember(): void {
    this.connection.shapes.set(this.model, this.shape);
  }

  /** Chooses another shape after a failure; false when there is none. */
  reshape(error: unknown): boolean {
    if (this.attempt.signal.aborted) return false;
    const next = this.next(error);
    if (next) this.shape = next;
    return next !== null;
  }

  private next(error: unknown): Shape | null {
    if (error instanceof APIError) {
      const refusal = refusalOf(error);
      if (!this.rejectsShape(refusal) || isFinal(refusal)) return null;
      return withoutRefused(this.shape, refusal, { structured: this.isStructured });
    }
    if (!(error instanceof AiError)) return null;
    if (error instanceof AnswerTooLong) return null;
    if (error.kind === 'too_long') {
      if (this.hasLongerLimit) return null;
      this.hasLongerLimit = true;
      return withLongerLimit(this.shape);
    }
    if (error instanceof UnmarkedReasoning && !this.shape.opensInReasoning)
      return { ...this.shape, opensInReasoning: true };
    const isNoObject = this.isStructured && error.kind === 'malformed';
    return isNoObject && this.shape.structured !== 'words' ? { ...this.shape, structured: 'words' } : null;
  }

  /** Some fail inside when they make a grammar of a schema (llama.cpp: https://github.com/ggml-org/llama.cpp/pull/19349). */
  private rejectsShape({ status = 0, mentions }: Refusal): boolean {
    return MALFORMED_REQUEST.has(status) || (status === 500 && this.isStructured && SCHEMA_NAMES.some(mentions));
  }
}
