import OpenAI from 'openai';
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { answerSchema } from './answer-schema.ts';
import { type AiObservation, Attempt } from './attempt.ts';
import { plainChunks, plainJson, plainText } from './plain-text.ts';
import {
  AiError,
  type AiObject,
  type AiObjectRequest,
  type AiPort,
  type AiRequest,
  type AiText,
  type AiUsage,
} from './port.ts';

/** Where an OpenAI-compatible provider is, and the model to ask when the request names none. */
export interface AiProvider {
  /** With the version prefix, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** undefined: it needs none. */
  apiKey: string | undefined;
  model: string;
}

/** Settings of createAi. */
export interface AiOptions {
  provider: AiProvider;
  /** Asked when `request.sandbox` is set, always with its own model; undefined: there is none. */
  sandbox: AiProvider | undefined;
  /** Longest wait for an answer, or between two chunks of a stream; 120,000 when absent. */
  timeoutMs?: number;
  /** Called once a question, whatever came of it. */
  observe?: (observation: AiObservation) => void;
}

const defaultTimeoutMs = 120_000;

/** An AiPort over chat completions through the official `openai` client, which is kept from retrying and from logging. */
export function createAi(options: AiOptions): AiPort {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const provider = { client: connect(options.provider, timeoutMs), model: options.provider.model };
  const sandbox = options.sandbox && { client: connect(options.sandbox, timeoutMs), model: options.sandbox.model };

  function choose(request: AiRequest): { client: OpenAI; model: string } {
    if (!request.sandbox) return { client: provider.client, model: request.model ?? provider.model };
    if (!sandbox) throw new AiError('misconfigured', 'There is no sandbox AI');
    return sandbox;
  }

  async function complete<T>(
    operation: AiObservation['operation'],
    request: AiRequest,
    format: Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'>,
    read: (text: string) => T,
  ): Promise<{ answer: T; model: string; usage: AiUsage }> {
    const { client, model } = choose(request);
    const attempt = new Attempt(request, timeoutMs);
    try {
      attempt.throwIfAborted();
      const body = { ...chat(request, model), ...format };
      const completion = await client.chat.completions.create(body, perRequest(request, attempt));
      attempt.usage = usageOf(completion.usage);
      const answer = read(textOf(completion));
      attempt.succeed();
      return { answer, model: completion.model ?? model, usage: attempt.usage };
    } catch (error) {
      throw attempt.fail(error);
    } finally {
      const observation = attempt.end(operation, model);
      options.observe?.(observation);
    }
  }

  return {
    hasSandbox: sandbox !== undefined,

    async generateText(request: AiRequest): Promise<AiText> {
      const { answer, ...rest } = await complete('generateText', request, {}, readText);
      return { text: answer, ...rest };
    },

    async generateObject(request: AiObjectRequest): Promise<AiObject> {
      const json_schema = { name: request.schemaName, ...answerSchema(request.schema) };
      const format = { response_format: { type: 'json_schema' as const, json_schema } };
      const { answer, ...rest } = await complete('generateObject', request, format, parseJson);
      return { value: answer, ...rest };
    },

    async *streamText(request: AiRequest): AsyncIterable<string> {
      const { client, model } = choose(request);
      const attempt = new Attempt(request, timeoutMs);
      try {
        attempt.throwIfAborted();
        const body = { ...chat(request, model), stream: true as const, stream_options: { include_usage: true } };
        const stream = await client.chat.completions.create(body, perRequest(request, attempt));
        const chunks = plainChunks();
        let finishReason: string | undefined;
        for await (const chunk of stream) {
          if (chunk.usage) attempt.usage = usageOf(chunk.usage);
          const choice = chunk.choices?.[0];
          if (choice?.delta?.refusal) throw new AiError('refused', 'The AI provider refused the request');
          finishReason = choice?.finish_reason ?? finishReason;
          attempt.stopClock();
          const text = chunks.next(choice?.delta?.content ?? '');
          if (text !== '') yield text;
          attempt.startClock();
        }
        const rest = chunks.end();
        if (rest !== '') yield rest;
        attempt.throwIfAborted();
        checkFinish(finishReason);
        attempt.succeed();
      } catch (error) {
        throw attempt.fail(error);
      } finally {
        const observation = attempt.end('streamText', model);
        options.observe?.(observation);
      }
    },
  };
}

/** Every setting is given, because the client would otherwise read OPENAI_* variables of its own accord. */
function connect(provider: AiProvider, timeoutMs: number): OpenAI {
  return new OpenAI({
    baseURL: provider.baseUrl,
    // The client wants one in any case; a provider that needs none is sent none.
    apiKey: provider.apiKey ?? 'none',
    ...(provider.apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
  });
}

function chat(request: AiRequest, model: string): ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: [
      { role: 'system', content: plainText(request.instructions) },
      { role: 'user', content: plainText(request.prompt) },
    ],
    max_completion_tokens: request.maxOutputTokens,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
  };
}

function perRequest(request: AiRequest, attempt: Attempt): OpenAI.RequestOptions {
  return { signal: attempt.signal, headers: { 'Idempotency-Key': request.idempotencyKey } };
}

/** A proxy may answer anything with status 200, so the shape is not trusted. */
function textOf(completion: ChatCompletion): string {
  const choice = completion.choices?.[0];
  if (choice?.message?.refusal) throw new AiError('refused', 'The AI provider refused the request');
  checkFinish(choice?.finish_reason ?? 'stop');
  const text = choice?.message?.content;
  if (!text) throw new AiError('malformed', 'The AI provider sent an answer without text');
  return text;
}

function checkFinish(finishReason: string | undefined): void {
  if (finishReason === 'content_filter') throw new AiError('refused', 'The AI provider refused the request');
  if (finishReason === undefined || finishReason === 'length') {
    throw new AiError('cut_off', 'The answer of the AI provider ended early');
  }
}

function readText(text: string): string {
  const plain = plainText(text);
  if (plain === '') throw new AiError('malformed', 'The AI provider sent an answer without text');
  return plain;
}

function parseJson(text: string): unknown {
  try {
    return plainJson(JSON.parse(text));
  } catch {
    throw new AiError('malformed', 'The answer of the AI provider is not JSON');
  }
}

function usageOf(usage: { prompt_tokens: number; completion_tokens: number } | null | undefined): AiUsage {
  return { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 };
}
