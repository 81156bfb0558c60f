import { AiError, type AiPurpose } from '../../infra/ai/port.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { type ClaimResult, endWriting } from './claim.ts';
import { writerFailure } from './failure.ts';
import { type Progress, saveProgress } from './output-store.ts';
import type { Piece, ReaderPosition } from './pieces.ts';
import { writerQuestion } from './prompt.ts';
import { LONGEST_MS, outputTopic, RENEW_MS } from './rules.ts';
import type { OutputStatus, WriterMessageRow } from './table.ts';

/** A claim that this process holds. */
type Claim = Extract<ClaimResult, { state: 'mine' }>;

/**
 * Writes the remaining results as fast as the reader consumes them: the provider's stream is pulled on demand. In every case
 * the written text is saved and the credits are settled. Throws AppError when the provider fails.
 */
export async function* writeResults(
  deps: Deps,
  call: Call,
  message: WriterMessageRow,
  claim: Claim,
  position: ReaderPosition,
): AsyncGenerator<Piece> {
  const progress: Progress = { results: [...claim.output.results], finished: claim.output.finished };
  const renewal = renewClaim(deps, claim, progress);
  let status: Exclude<OutputStatus, 'writing'> = 'stopped';
  try {
    const signal = AbortSignal.any([call.signal, renewal.lost]);
    yield* position.rest(progress.results);
    while (progress.finished < claim.output.number_of_results) {
      for await (const chunk of resultChunks(deps, message, claim, progress, signal)) {
        progress.results[progress.finished] = (progress.results[progress.finished] ?? '') + chunk;
        yield* position.rest(progress.results);
      }
      if (!progress.results[progress.finished]?.trim()) throw new AiError('malformed', 'The AI provider gave no text');
      progress.finished += 1;
    }
    status = 'completed';
  } catch (error) {
    if (call.signal.aborted) return;
    status = 'failed';
    throw writerFailure(error);
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
