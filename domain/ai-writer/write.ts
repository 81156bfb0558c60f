import { AiError, type AiErrorKind, type AiPurpose } from '../../infra/ai/port.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { isBlank } from '../kernel/visible-text.ts';
import { createWakeUp } from '../kernel/wait-for.ts';
import { type ClaimResult, claimWriting, endWriting } from './claim.ts';
import { type Progress, saveProgress } from './output-store.ts';
import { writerQuestion } from './prompt.ts';
import { LONGEST_MS, outputTopic, RENEW_MS } from './rules.ts';
import type { OutputOptions } from './schema.ts';
import type { OutputStatus, WriterMessageRow } from './table.ts';

/** A piece of the output: some text, or the number of the result that begins (from the second on). */
export type Piece = { text: string } | { result: number };

/** Tracks what a reader has received. */
class ReaderPosition {
  private readonly seen: string[] = [];

  /** Yields what the reader has not received yet, in order. */
  *rest(results: readonly string[]): Generator<Piece> {
    for (let index = Math.max(0, this.seen.length - 1); index < results.length; index += 1) {
      const seen = this.seen[index];
      const text = results[index] ?? '';
      this.seen[index] = text;
      if (seen === undefined && index > 0) yield { result: index + 1 };
      const rest = text.slice(seen?.length ?? 0);
      if (rest !== '') yield { text: rest };
    }
  }
}

/** A claim that this process holds. */
type Claim = Extract<ClaimResult, { state: 'mine' }>;

/**
 * Writes the remaining results as fast as the reader consumes them: the provider's stream is pulled on demand. In every case
 * the written text is saved and the credits are settled. Throws AppError when the provider fails.
 */
async function* writeResults(
  deps: Deps,
  call: Call,
  message: WriterMessageRow,
  claim: Claim,
  position: ReaderPosition,
  longestMs: number,
): AsyncGenerator<Piece> {
  const progress: Progress = { results: [...claim.output.results], finished: claim.output.finished };
  const renewal = renewClaim(deps, claim, progress);
  // A provider that sends a piece of nothing now and then would keep the reader for ever.
  const longest = AbortSignal.timeout(longestMs);
  let status: Exclude<OutputStatus, 'writing'> = 'stopped';
  try {
    const signal = AbortSignal.any([call.signal, renewal.lost, longest]);
    yield* position.rest(progress.results);
    while (progress.finished < claim.output.number_of_results) {
      for await (const chunk of resultChunks(deps, message, claim, progress, signal)) {
        progress.results[progress.finished] = (progress.results[progress.finished] ?? '') + chunk;
        yield* position.rest(progress.results);
      }
      if (isBlank(progress.results[progress.finished] ?? ''))
        throw new AiError('malformed', 'The AI provider gave no text');
      progress.finished += 1;
    }
    status = 'completed';
  } catch (error) {
    if (call.signal.aborted) return;
    status = 'failed';
    throw writerFailure(error === longest.reason ? new AiError('timeout', 'The text took too long') : error);
  } finally {
    renewal.release();
    await endWriting(deps, { ...call, signal: new AbortController().signal }, message, claim, progress, status);
  }
}

/** Streams the rest of the next result. */
async function* resultChunks(
  deps: Deps,
  message: WriterMessageRow,
  { output }: Claim,
  { results, finished }: Progress,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const written = results[finished] ?? '';
  const { maximum_length, number_of_results } = output;
  const options = { creativity: Number(output.creativity), maximum_length, number_of_results };
  const question = writerQuestion(message, { ...options, result: finished + 1, written });
  const idempotencyKey = `writer-output:${output.row_key}/${finished + 1}/${written.length}`;
  const purpose: AiPurpose = {
    task: 'write',
    partnerId: message.partner_id,
    subject: { type: 'writer_output', id: output.id },
  };
  const request = { ...question, purpose, sandbox: message.sandbox, idempotencyKey, signal };
  for await (const chunk of deps.ai.streamText(request)) {
    // A carriage return would end a line of the event stream.
    const text = chunk.replaceAll('\r', '');
    if (text !== '') yield text;
  }
}

/** Saves the text and renews the claim at intervals, until it is released or lost, or the reader takes too long. */
function renewClaim(
  deps: Deps,
  { output, token }: Claim,
  progress: Progress,
): { lost: AbortSignal; release: () => void } {
  const lost = new AbortController();
  const startedAt = performance.now();
  const timer = setInterval(async () => {
    if (performance.now() - startedAt > LONGEST_MS) return clearInterval(timer);
    // After a failed renewal the next one may succeed; otherwise the claim expires.
    const held = await saveProgress(deps.db, deps.clock.now(), output.id, token, progress).catch(() => null);
    if (held) deps.notifications.notify(outputTopic(output.id));
    else if (held === false) lost.abort(new AiError('cut_off', 'Another process has taken the writing over'));
  }, RENEW_MS);
  return { lost: lost.signal, release: () => clearInterval(timer) };
}

const SENTENCES: Record<AiErrorKind, string> = {
  rate_limited: 'The AI provider takes no more requests just now.',
  quota: 'The account with the AI provider is used up; tell the operators of the service.',
  unavailable: 'The AI provider could not be reached.',
  overloaded: 'The AI provider has no capacity just now.',
  timeout: 'The AI provider did not answer in time.',
  cut_off: 'The AI provider broke its answer off.',
  malformed: 'The AI provider gave no text.',
  too_long: 'The text does not fit into an answer of the AI provider; ask for a shorter one.',
  context_too_long: 'What you tell is longer than the AI model can read; shorten it.',
  refused: 'The AI provider declined to write this; change what you tell, and try again.',
  misconfigured: 'The AI provider rejected the request because of how the service is set up.',
};

/** Maps a failure of the provider to an API error; other errors pass unchanged. */
function writerFailure(error: unknown): unknown {
  if (!(error instanceof AiError)) return error;
  const sentence = `${SENTENCES[error.kind]} Nothing was charged for it; a repeat goes on where it ended.`;
  return new AppError('SERVER_ERROR', sentence, { cause: error });
}

/** Polling interval in case a notification is lost, milliseconds. */
const POLL_MS = 2_000;

/**
 * Streams the texts of a message: first what is stored, then what another process is writing, then what this process writes.
 * Ends early when the call's signal fires; writing ends after the longest time. Throws DAILY_CREDIT_LIMIT_EXCEEDED, NO_CREDITS and SERVER_ERROR.
 */
export async function* readOutput(
  deps: Deps,
  call: Call,
  message: WriterMessageRow,
  options: OutputOptions,
  longestMs = LONGEST_MS,
): AsyncGenerator<Piece> {
  const position = new ReaderPosition();
  while (!call.signal.aborted) {
    const claim = await claimWriting(deps, call, message, options);
    if (claim.state === 'mine') {
      yield* writeResults(deps, call, message, claim, position, longestMs);
      return;
    }
    yield* position.rest(claim.output.results);
    if (claim.state === 'written') return;
    await untilMore(deps, call, claim.output.id);
  }
}

/** Waits until another process has written more text or has ended. */
async function untilMore({ notifications }: Deps, { signal }: Call, outputId: number): Promise<void> {
  const wakeUp = createWakeUp(signal);
  const unsubscribe = notifications.subscribe(outputTopic(outputId), wakeUp.wake);
  try {
    await wakeUp.wait(POLL_MS);
  } finally {
    unsubscribe();
  }
}
