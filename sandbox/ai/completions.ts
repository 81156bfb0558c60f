import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpProblem, readJson } from '../http.ts';
import { type Answer, completionRequestSchema, messageText, obey, writeAnswer } from './answer.ts';
import type { Fault, Faults } from './faults.ts';
import { CompletionReply, sendError } from './reply.ts';
import type { RequestLog } from './request-log.ts';

/** POST /v1/chat/completions: plays the failure that is due, if any, and answers. */
export async function answerCompletion(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
  log: RequestLog,
): Promise<void> {
  const body = completionRequestSchema.parse(await readJson(request));
  if (!/^Bearer \S/.test(request.headers.authorization ?? '')) {
    throw new HttpProblem(401, 'You did not provide an API key', 'invalid_api_key');
  }
  const { latency_ms: latencyMs, chunk_delay_ms: chunkDelayMs } = faults.current();
  const fault = faults.take(messageText(body));
  log.add({
    idempotency_key: request.headers['idempotency-key']?.toString() ?? null,
    schema: body.response_format?.json_schema?.name ?? null,
    stream: body.stream === true,
    fault: fault?.kind ?? null,
  });

  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    await pause(latencyMs + (fault?.kind === 'slow' ? fault.delay_ms : 0), gone.signal);
    if (fault && refuseRequest(fault, response)) return;
    if (fault?.kind === 'hang') return faults.hang(fault.match, response);
    const written = writeAnswer(body);
    const answer = fault?.kind === 'obey' ? obey(written, messageText(body, 'user')) : spoil(written, fault);
    if (answer.language) response.setHeader('x-sandbox-language', answer.language);
    const reply = new CompletionReply(response, answer, fault?.kind === 'cut_off' && fault.how !== 'length');
    if (!body.stream) reply.sendWhole();
    else
      await reply.stream(
        fault?.chunk_delay_ms ?? chunkDelayMs,
        body.stream_options?.include_usage === true,
        gone.signal,
      );
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal });
}

/** Failures that are an answer, too. */
function refuseRequest(fault: Fault, response: ServerResponse): boolean {
  if (fault.kind === 'rate_limit') {
    response.setHeader('retry-after', String(fault.retry_after_seconds));
    sendError(response, 429, 'Rate limit reached', 'rate_limit_exceeded');
  } else if (fault.kind === 'error') {
    sendError(response, fault.status, `The sandbox was told to answer ${fault.status}`);
  }
  return fault.kind === 'rate_limit' || fault.kind === 'error';
}

const LONG_TEXT = 500;

function nonsense(text: string, how: Fault['how']): string {
  if (how === 'wrong_json') return '{"unexpected":[true]}';
  if (how === 'missing_key') return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).slice(1)));
  if (how === 'long_texts') {
    return JSON.stringify(JSON.parse(text), (_name, value) => (typeof value === 'string' ? lengthened(value) : value));
  }
  return 'Sure, here is {"what you": asked';
}

function lengthened(text: string): string {
  return `${text} `.repeat(Math.ceil(LONG_TEXT / (text.length + 1))).trim();
}

function spoil(answer: Answer, fault: Fault | undefined): Answer {
  if (fault?.kind === 'nonsense') {
    return { ...answer, text: nonsense(answer.text, fault.how) };
  }
  if (fault?.kind === 'refuse') return { ...answer, text: '', refusal: 'I cannot help with that request.' };
  if (fault?.kind === 'cut_off' && fault.how === 'length') {
    const finishReason = fault.finish_reason ?? 'length';
    return { ...answer, text: answer.text.slice(0, Math.ceil(answer.text.length / 2)), finishReason };
  }
  return answer;
}
