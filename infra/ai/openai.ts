import { type AiObservation, describeAttempt } from './attempt.ts';
import { connect } from './client.ts';
import { createEmbedder } from './embedder.ts';
import { type Connection, ModelCall } from './model-call.ts';
import {
  AiError,
  type AiObjectRequest,
  type AiPort,
  type AiRequest,
  type AiTextRequest,
  type AiUsage,
} from './port.ts';
import { type AiProvider, embeddingsOf, LIST_PRICES, modelsOf, type PriceTable } from './provider.ts';
import { chunksOf, textAsItComes, wholeText } from './read-text.ts';
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

const DEFAULT_TIMEOUT_MS = 120_000;

/** An AiPort over chat completions through the official `openai` client. */
export function createAi(options: AiOptions): AiPort {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, prices = LIST_PRICES, shapes = shapeMemory() } = options;
  const provider = connection(options.provider, shapes);
  const sandbox = options.sandbox && connection(options.sandbox, shapeMemory());

  function connection(to: AiProvider, known: ShapeMemory): Connection {
    return { client: connect(to, timeoutMs), provider: to, shapes: known };
  }

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

    embed: createEmbedder({
      provider: options.provider,
      clientOf: (request) => choose(request).client,
      timeoutMs,
      waitMs: options.embeddingsWaitMs,
      prices,
      observe: options.observe,
    }),

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
