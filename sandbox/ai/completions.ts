import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpProblem, readJson } from '../http.ts';
import { type Answer, completionRequestSchema, messageText, writeAnswer } from './answer.ts';
import type { Fault, Faults } from './faults.ts';
import { obey } from './obey.ts';
import { sendCompletion, sendError } from './reply.ts';
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
  const { latency_ms: latencyMs, chunk_delay_ms: usualDelayMs } = faults.current();
  const fault = faults.take(messageText(body));
  log.add({
    idempotency_key: request.headers['idempotency-key']?.toString() ?? null,
    schema: body.response_format?.json_schema?.name ?? null,
    stream: body.stream === true,
    fault: fault?.kind ?? null,
  });
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const gone = leaving.signal;
  try {
    const waitMs = latencyMs + (fault?.kind === 'slow' ? fault.delay_ms : 0);
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: gone });
    if (fault?.kind === 'rate_limit') {
      response.setHeader('retry-after', String(fault.retry_after_seconds));
      return sendError(response, 429, 'Rate limit reached', 'rate_limit_exceeded');
    }
    if (fault?.kind === 'error')
      return sendError(response, fault.status, `The sandbox was told to answer ${fault.status}`);
    if (fault?.kind === 'hang') return faults.hang(fault.match, response);
    const answer = spoiled(await writeAnswer(body), fault, messageText(body, 'user'));
    if (answer.language) response.setHeader('x-sandbox-language', answer.language);
    const includeUsage = body.stream_options?.include_usage === true;
    await sendCompletion(response, answer, {
      breakOff: fault?.kind === 'cut_off' && fault.how !== 'length',
      ...(body.stream && { stream: { chunkDelayMs: fault?.chunk_delay_ms ?? usualDelayMs, includeUsage } }),
      gone,
    });
  } catch (error) {
    if (!gone.aborted) throw error;
  }
}

/** The answer with the failure in it. */
function spoiled(answer: Answer, fault: Fault | undefined, prompt: string): Answer {
  if (fault?.kind === 'obey') return obey(answer, prompt);
  if (fault?.kind === 'nonsense') return { ...answer, text: nonsense(answer.text, fault.how) };
  if (fault?.kind === 'refuse') return { ...answer, text: '', refusal: 'I cannot help with that request.' };
  if (fault?.kind !== 'cut_off' || fault.how !== 'length') return answer;
  const text = answer.text.slice(0, Math.ceil(answer.text.length / 2));
  return { ...answer, text, finishReason: fault.finish_reason ?? 'length' };
}

function nonsense(text: string, how: Fault['how']): string {
  if (how === 'wrong_json') return '{"unexpected":[true]}';
  if (how === 'missing_key') return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).slice(1)));
  if (how === 'long_texts') return JSON.stringify(JSON.parse(text), (_name, value) => lengthened(value));
  return 'Sure, here is {"what you": asked';
}

/** A text repeated to some 500 characters. */
function lengthened(value: unknown): unknown {
  return typeof value === 'string' ? `${value} `.repeat(Math.ceil(500 / (value.length + 1))).trim() : value;
}
