import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { FairQueue, QueueTimeout } from '../fair-queue.ts';
import { AnswerTooLong } from './answer-limit.ts';
import { type AiObservation, Attempt, describeAttempt } from './attempt.ts';
import { connect } from './client.ts';
import { checkReported, contentText, plainChunks, requireText, textOf, usageIn } from './completion.ts';
import { checkLimits, embeddingsForm, embedTexts } from './embed.ts';
import { checkFinish } from './finish.ts';
import { type Connection, ModelCall } from './model-call.ts';
import {
  type AiEmbedRequest,
  AiError,
  type AiObjectRequest,
  type AiPort,
  type AiRequest,
  type AiTextRequest,
  type AiUsage,
} from './port.ts';
import { type AiProvider, EMBEDDING_PRICES, embeddingsOf, LIST_PRICES, modelsOf, type PriceTable } from './provider.ts';
import { reasoningFilter } from './reasoning.ts';
import { type ShapeMemory, shapeMemory } from './shape.ts';
import { readObject, structuredForm } from './structured.ts';

/** Settings of createAi. */
export interface AiOptions {
  provider: AiProvider;
  /** Asked when `request.sandbox` is set, always with its own model; undefined: there is none. */
  sandbox: AiProvider | undefined;
  /** Longest wait for an answer, or between two chunks of a stream; 120,000 when absent. */
  timeoutMs?: number;
  /** Longest wait of passages for their turn; 10,000 when absent. */
  embeddingsWaitMs?: number;
  prices?: PriceTable;
  /** Called once per call, successful or not, before the result is returned. */
  observe?: (observation: AiObservation) => Promise<void> | void;
  /** Request shapes that worked for the provider's models; empty when absent. */
  shapes?: ShapeMemory;
}

const defaultTimeoutMs = 120_000;
const defaultEmbeddingsConcurrency = 50;
/** Work that waits has a slot that texts could have, so it gives the slot back before long. */
const defaultEmbeddingsWaitMs = 10_000;
/** When such work comes again, milliseconds. */
const EMBEDDINGS_BUSY_MS = 2_000;

/** An AiPort over chat completions through the official `openai` client. */
export function createAi(options: AiOptions): AiPort {
  const { timeoutMs = defaultTimeoutMs, prices = LIST_PRICES, shapes = shapeMemory() } = options;
  const { embeddingsWaitMs = defaultEmbeddingsWaitMs } = options;
  const provider = connection(options.provider, shapes);
  const sandbox = options.sandbox && connection(options.sandbox, shapeMemory());

  function connection(to: AiProvider, known: ShapeMemory): Connection {
    return { client: connect(to, timeoutMs), provider: to, shapes: known };
  }

  const forms = { live: embeddingsForm(), sandbox: embeddingsForm() };
  const elsewhere = options.provider.embeddingsAt && connect(options.provider.embeddingsAt, timeoutMs);

  function choose(request: Pick<AiRequest, 'sandbox'>): Connection {
    if (!request.sandbox) return provider;
    if (!sandbox) throw new AiError('misconfigured', 'There is no sandbox AI');
    return sandbox;
  }

  async function observe(
    operation: AiObservation['operation'],
    request: AiRequest,
    question: ModelCall,
  ): Promise<void> {
    await options.observe?.(describeAttempt(question.attempt, { operation, request, model: question.model, prices }));
  }

  /** Requests a complete answer; `read` parses its text. */
  async function complete<T>(
    operation: AiObservation['operation'],
    request: AiTextRequest,
    form: (question: ModelCall) => { format?: object; words?: string; read(text: string): T },
  ): Promise<{ answer: T; model: string; usage: AiUsage }> {
    const { client, ...rest } = choose(request);
    const isStructured = operation === 'generateObject';
    const question = new ModelCall(request, { client, ...rest }, { timeoutMs, isStructured });
    const { attempt } = question;
    try {
      attempt.throwIfAborted();
      return await question.run(async () => {
        const { format, words, read } = form(question);
        const text = request.onText
          ? await textAsItComes(client, question, request.onText)
          : await wholeText(client, question, { ...question.params(words), ...format });
        const answer = read(text);
        attempt.succeed();
        return { answer, model: attempt.answeredBy ?? question.model, usage: attempt.usageOfRequest };
      });
    } catch (error) {
      throw attempt.fail(error, question.model);
    } finally {
      attempt.end();
      await observe(operation, request, question);
    }
  }

  async function embedNow(request: AiEmbedRequest): ReturnType<AiPort['embed']> {
    const own = request.sandbox ? undefined : elsewhere;
    const client = own ?? choose(request).client;
    const attempt = new Attempt(request, request.timeoutMs ?? timeoutMs);
    const model = request.model.name;
    try {
      attempt.throwIfAborted();
      return await embedTexts(client, attempt, request, forms[request.sandbox ? 'sandbox' : 'live']);
    } catch (error) {
      throw attempt.fail(error, model, own ? 'embeddings elsewhere' : 'embeddings');
    } finally {
      attempt.end();
      const asked = {
        operation: 'embed',
        request: { purpose: { ...request.purpose, task: 'embed' }, sandbox: request.sandbox },
        model,
        prices: { ...EMBEDDING_PRICES, ...prices },
      } as const;
      await options.observe?.(describeAttempt(attempt, asked));
    }
  }

  /** Passages wait for their turn here, and not at the provider, where queries of searches would wait behind them. */
  const turns = new FairQueue(options.provider.embeddingsConcurrency ?? defaultEmbeddingsConcurrency, {
    leavesFree: false,
  });

  return {
    hasSandbox: sandbox !== undefined,
    models: modelsOf({ provider: options.provider, prices }),
    embeddings: embeddingsOf(options),

    async generateText(request) {
      const { answer, ...rest } = await complete('generateText', request, () => ({ read: (text) => text }));
      return { text: answer, ...rest };
    },

    async generateObject(request: AiObjectRequest) {
      const { answer, ...rest } = await complete('generateObject', request, ({ shape: { structured } }) => ({
        ...structuredForm(request, structured),
        read: (text) => readObject(text, request, structured),
      }));
      return { value: answer, ...rest };
    },

    async embed(request) {
      checkLimits(request.texts);
      if (request.role === 'query' || request.sandbox) return embedNow(request);
      const { purpose, signal } = request;
      const turn = { key: String(purpose.partnerId), waitMs: embeddingsWaitMs, signal };
      return turns
        .run(turn, () => embedNow(request))
        .catch((error: unknown) => {
          if (!(error instanceof QueueTimeout)) throw error;
          throw new AiError('overloaded', 'Other passages are being embedded', { retryAfterMs: EMBEDDINGS_BUSY_MS });
        });
    },

    async *streamText(request) {
      const { client, ...rest } = choose(request);
      const question = new ModelCall(request, { client, ...rest }, { timeoutMs, isStructured: false });
      const { attempt } = question;
      let hasGiven = false;
      try {
        for (;;) {
          attempt.throwIfAborted();
          attempt.startRequest();
          try {
            for await (const text of chunksOf(client, question)) {
              attempt.stopClock();
              hasGiven = true;
              yield text;
              attempt.startClock();
            }
            question.remember();
            attempt.succeed();
            return;
          } catch (error) {
            const isReshaped = question.reshape(error);
            // Text that was yielded cannot be taken back; the next call starts with the better shape.
            if (isReshaped && hasGiven) question.remember();
            if (!isReshaped || hasGiven) throw error;
          }
        }
      } catch (error) {
        throw attempt.fail(error, question.model);
      } finally {
        attempt.end();
        await observe('streamText', request, question);
      }
    },
  };
}

/** The text of a response without streaming. */
async function wholeText(
  client: Connection['client'],
  question: ModelCall,
  params: ChatCompletionCreateParamsNonStreaming,
): Promise<string> {
  const completion = await client.chat.completions.create(params, question.requestOptions());
  question.attempt.reportUsage(completion?.usage);
  question.attempt.answeredBy = completion?.model;
  return textOf(completion, question.maxCharacters);
}

/** The text of a streamed response; reports progress through `onText`. */
async function textAsItComes(
  client: Connection['client'],
  question: ModelCall,
  onText: (written: string) => void,
): Promise<string> {
  let written = '';
  for await (const chunk of chunksOf(client, question)) {
    question.attempt.startClock();
    written += chunk;
    onText(written);
  }
  return requireText(written);
}

/** The text chunks of a stream, without reasoning and control characters. */
async function* chunksOf(client: Connection['client'], question: ModelCall): AsyncIterable<string> {
  const { attempt, shape } = question;
  const params = {
    ...question.params(),
    stream: true as const,
    ...(shape.streamUsage ? { stream_options: { include_usage: true } } : {}),
  };
  const { data: stream, response } = await client.chat.completions
    .create(params, question.requestOptions())
    .withResponse();
  if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) {
    // It does not stream, or has an error to report (status 200 all the same).
    const completion = (await response.json()) as ChatCompletion;
    attempt.reportUsage(completion?.usage);
    attempt.answeredBy = completion?.model;
    yield textOf(completion, question.maxCharacters);
    return;
  }
  const answer = reasoningFilter(shape.opensInReasoning);
  const plain = plainChunks();
  let finishReason: string | undefined;
  let left = question.maxCharacters;
  for await (const chunk of stream) {
    attempt.reportUsage(usageIn(chunk));
    attempt.answeredBy ??= chunk.model;
    checkReported(chunk);
    const choice = chunk.choices?.[0];
    if (choice?.delta?.refusal) throw new AiError('refused', 'The AI provider refused the request');
    // Some send an empty one with the chunks that end nothing.
    finishReason = choice?.finish_reason || finishReason;
    const text = plain.next(answer.next(contentText(choice?.delta?.content)));
    left -= text.length;
    if (left < 0) throw new AnswerTooLong();
    if (text !== '') yield text;
    else attempt.startClock();
  }
  const rest = plain.next(answer.end()) + plain.end();
  if (rest !== '') yield rest;
  attempt.throwIfAborted();
  checkFinish(finishReason);
}
