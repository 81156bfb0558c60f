import { toAiError } from './failure.ts';
import { AiError, type AiErrorKind, type AiRequest, type AiUsage } from './port.ts';

/** What one question to the provider came to; for metrics. */
export interface AiObservation {
  operation: 'generateText' | 'generateObject' | 'streamText';
  model: string;
  /** `aborted`: by the caller's signal, or by a reader of the stream that went away. */
  outcome: 'ok' | 'aborted' | AiErrorKind;
  seconds: number;
  usage: AiUsage;
}

/** One question under way: its deadline, and the one place that decides what a failure was. */
export class Attempt {
  /** Fires on the caller's abort and on the deadline. */
  readonly signal: AbortSignal;
  usage: AiUsage = { inputTokens: 0, outputTokens: 0 };
  private outcome: AiObservation['outcome'] = 'aborted';
  private timer: NodeJS.Timeout | undefined;
  private readonly startedAt = performance.now();
  private readonly stop = new AbortController();
  private isLate = false;
  private readonly caller: AbortSignal;
  private readonly timeoutMs: number;

  constructor(request: AiRequest, timeoutMs: number) {
    this.caller = request.signal;
    this.timeoutMs = timeoutMs;
    this.signal = this.stop.signal;
    if (this.caller.aborted) this.giveUp();
    else this.caller.addEventListener('abort', this.giveUp, { once: true });
    this.startClock();
  }

  /** Gives the provider the whole time-out again. The client's own covers only the wait for headers, not the body. */
  startClock(): void {
    this.stopClock();
    this.timer = setTimeout(() => {
      this.isLate = true;
      this.stop.abort();
    }, this.timeoutMs);
  }

  /** Time a slow reader of the stream takes is not the provider's. */
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
  fail(error: unknown): unknown {
    if (this.caller.aborted) return this.caller.reason;
    const failure = this.isLate ? new AiError('timeout', 'The AI provider took too long to answer') : toAiError(error);
    this.outcome = failure.kind;
    return failure;
  }

  /** Lets go of the caller's signal, which may outlive thousands of questions: the client never takes its listener back. */
  end(operation: AiObservation['operation'], model: string): AiObservation {
    this.stopClock();
    this.caller.removeEventListener('abort', this.giveUp);
    const seconds = (performance.now() - this.startedAt) / 1000;
    return { operation, model, outcome: this.outcome, seconds, usage: this.usage };
  }

  private readonly giveUp = (): void => this.stop.abort(this.caller.reason);
}
