import { usageOf } from './completion.ts';
import { type Asked, toAiError } from './failure.ts';
import { type AiCallPurpose, AiError, type AiErrorKind, type AiUsage } from './port.ts';
import { type PriceTable, priceMicros } from './provider.ts';

/** Result of one call to the provider, for metrics and the record of calls. */
export interface AiObservation {
  operation: 'generateText' | 'generateObject' | 'streamText' | 'embed';
  purpose: AiCallPurpose;
  /** The model in the request. */
  model: string;
  /** The model in the answer; undefined where it names none. */
  answeredBy: string | undefined;
  sandbox: boolean;
  /** `aborted`: by the caller's signal, or because the reader of the stream left. */
  outcome: 'ok' | 'aborted' | AiErrorKind;
  seconds: number;
  /** Number of HTTP requests; more than one when the provider refused a request shape. */
  requests: number;
  /** Sum over all requests; broken ones report no usage. */
  usage: AiUsage;
  /** Millionths of a US dollar; null where the model has no price. */
  priceMicros: number | null;
}

const NO_TOKENS: AiUsage = { inputTokens: 0, outputTokens: 0 };

/** The observation of a finished call. */
export function describeAttempt(
  { answeredBy, outcome, seconds, requests, usage }: Attempt,
  asked: {
    operation: AiObservation['operation'];
    request: Pick<AiObservation, 'purpose' | 'sandbox'>;
    model: string;
    prices: PriceTable;
  },
): AiObservation {
  const { operation, request, model, prices } = asked;
  const { purpose, sandbox } = request;
  const price = priceMicros(prices, model, usage);
  return { operation, purpose, model, answeredBy, sandbox, outcome, seconds, requests, usage, priceMicros: price };
}

/** One call in progress: its deadline, and the classification of its failure. */
export class Attempt {
  /** Fires on the caller's abort and on the deadline. */
  readonly signal: AbortSignal;
  requests = 0;
  /** Model name in the provider's response. */
  answeredBy: string | undefined;
  outcome: AiObservation['outcome'] = 'aborted';
  seconds = 0;
  private usageBefore: AiUsage = NO_TOKENS;
  /** Tokens of the current request. */
  usageOfRequest: AiUsage = NO_TOKENS;
  private timer: NodeJS.Timeout | undefined;
  private readonly startedAt = performance.now();
  private readonly stop = new AbortController();
  private isLate = false;
  private readonly caller: AbortSignal;
  private readonly timeoutMs: number;

  constructor(request: { signal: AbortSignal }, timeoutMs: number) {
    this.caller = request.signal;
    this.timeoutMs = timeoutMs;
    this.signal = this.stop.signal;
    if (this.caller.aborted) this.abort();
    else this.caller.addEventListener('abort', this.abort, { once: true });
    this.startClock();
  }

  /** Another request is about to be sent, with a time-out of its own. */
  startRequest(): void {
    this.requests += 1;
    this.usageBefore = this.usage;
    this.usageOfRequest = NO_TOKENS;
    this.startClock();
  }

  /** Tokens of all requests so far. */
  get usage(): AiUsage {
    return {
      inputTokens: this.usageBefore.inputTokens + this.usageOfRequest.inputTokens,
      outputTokens: this.usageBefore.outputTokens + this.usageOfRequest.outputTokens,
    };
  }

  /** The tokens of the current request. Called again, it replaces them: some streams report the total so far with each chunk (Gemini, xAI). */
  reportUsage(usage: Parameters<typeof usageOf>[0]): void {
    this.usageOfRequest = usageOf(usage, this.usageOfRequest);
  }

  /** Restarts the time-out. The client's own time-out covers only the wait for headers, not the body. */
  startClock(): void {
    this.stopClock();
    this.timer = setTimeout(() => {
      this.isLate = true;
      this.stop.abort();
    }, this.timeoutMs);
  }

  /** Time that a slow reader of the stream takes does not count against the provider. */
  stopClock(): void {
    clearTimeout(this.timer);
  }

  /** The `openai` client ends a stream silently when it is aborted. */
  throwIfAborted(): void {
    this.caller.throwIfAborted();
    if (this.isLate) throw new AiError('timeout', 'The AI provider took too long to answer');
  }

  succeed(): void {
    this.outcome = 'ok';
  }

  /** What to throw for an error of the client: the caller's own reason when the caller aborted, else an AiError. */
  fail(error: unknown, model: string, asked: Asked = 'chat'): unknown {
    if (this.caller.aborted) return this.caller.reason;
    const failure = this.isLate
      ? new AiError('timeout', 'The AI provider took too long to answer')
      : toAiError(error, model, asked);
    this.outcome = failure.kind;
    return failure;
  }

  /** Removes the listener from the caller's signal, which may outlive thousands of calls. */
  end(): void {
    this.stopClock();
    this.caller.removeEventListener('abort', this.abort);
    this.seconds = (performance.now() - this.startedAt) / 1000;
  }

  private readonly abort = (): void => this.stop.abort(this.caller.reason);
}
