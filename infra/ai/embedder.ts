import type OpenAI from 'openai';
import { FairQueue, QueueTimeout } from '../fair-queue.ts';
import { type AiObservation, Attempt, describeAttempt } from './attempt.ts';
import { connect } from './client.ts';
import { checkLimits, embeddingsForm, embedTexts } from './embed.ts';
import { type AiEmbedRequest, AiError, type AiPort } from './port.ts';
import { type AiProvider, EMBEDDING_PRICES, type PriceTable } from './provider.ts';

const DEFAULT_CONCURRENCY = 50;
/** Work that waits has a slot that texts could have, so it gives the slot back before long. */
const DEFAULT_WAIT_MS = 10_000;
/** When such work comes again, milliseconds. */
const BUSY_MS = 2_000;

/** Settings of createEmbedder. */
interface EmbedderOptions {
  provider: AiProvider;
  /** The client for a request unless the provider has its embeddings elsewhere. */
  clientOf(request: Pick<AiEmbedRequest, 'sandbox'>): OpenAI;
  timeoutMs: number;
  /** Longest wait of passages for their turn; 10,000 when absent. */
  waitMs: number | undefined;
  prices: PriceTable;
  observe: ((observation: AiObservation) => Promise<void> | void) | undefined;
}

/** Asks for embeddings: queries at once, passages in turns of the partners. */
export function createEmbedder(options: EmbedderOptions): AiPort['embed'] {
  const { provider, clientOf, timeoutMs, waitMs = DEFAULT_WAIT_MS, prices, observe } = options;
  const forms = { live: embeddingsForm(), sandbox: embeddingsForm() };
  const elsewhere = provider.embeddingsAt && connect(provider.embeddingsAt, timeoutMs);
  /** Passages wait for their turn here, and not at the provider, where queries of searches would wait behind them. */
  const turns = new FairQueue(provider.embeddingsConcurrency ?? DEFAULT_CONCURRENCY, { leavesFree: false });

  async function embedNow(request: AiEmbedRequest): ReturnType<AiPort['embed']> {
    const own = request.sandbox ? undefined : elsewhere;
    const client = own ?? clientOf(request);
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
      await observe?.(describeAttempt(attempt, asked));
    }
  }

  return async (request) => {
    checkLimits(request.texts);
    if (request.role === 'query' || request.sandbox) return embedNow(request);
    const { purpose, signal } = request;
    return turns
      .run({ key: String(purpose.partnerId), waitMs, signal }, () => embedNow(request))
      .catch((error: unknown) => {
        if (!(error instanceof QueueTimeout)) throw error;
        throw new AiError('overloaded', 'Other passages are being embedded', { retryAfterMs: BUSY_MS });
      });
  };
}
