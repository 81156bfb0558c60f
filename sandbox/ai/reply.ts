import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendJson } from '../http.ts';
import type { Answer } from './answer.ts';

/** Name of the sandbox's only model. */
export const sandboxModel = 'marketwright-sandbox';

/** How an answer is sent. */
interface Delivery {
  /** Destroy the connection half-way. */
  breakOff: boolean;
  /** As server-sent events of about three words each, with pauses; undefined: whole. */
  stream?: { chunkDelayMs: number; includeUsage: boolean };
  /** The client has left. */
  gone: AbortSignal;
}

/** Sends an answer in the shapes of the chat completions API. */
export async function sendCompletion(response: ServerResponse, answer: Answer, delivery: Delivery): Promise<void> {
  const { text, refusal, finishReason, usage } = answer;
  const { breakOff, stream, gone } = delivery;
  const head = {
    id: `chatcmpl-sandbox-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`,
    created: Math.floor(Date.now() / 1000),
    model: sandboxModel,
    system_fingerprint: 'fp_marketwright_sandbox',
  };
  // Flushed first, so that the client has read a beginning when the connection goes.
  const destroyAfter = (beginning: string) => response.write(beginning, () => response.destroy());
  if (!stream) {
    const message = { role: 'assistant', content: refusal === null ? text : null, refusal };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason }];
    const body = JSON.stringify({ ...head, object: 'chat.completion', choices, usage });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    if (breakOff) destroyAfter(body.slice(0, body.length / 2));
    else response.end(body);
    return;
  }
  const send = async (more: object) => {
    const event = { ...head, object: 'chat.completion.chunk', ...more };
    if (response.write(`data: ${JSON.stringify(event)}\n\n`) || response.destroyed) return;
    await new Promise<void>((resolve) => {
      for (const end of ['drain', 'close']) response.once(end, resolve);
    });
  };
  const sendDelta = (delta: object, finish_reason: string | null = null) =>
    send({ choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const pieces = text.match(/(?:\S+\s*|\s+){1,3}/g) ?? [];
  await sendDelta({ role: 'assistant', content: '' });
  if (refusal !== null) await sendDelta({ refusal });
  for (const [index, content] of pieces.entries()) {
    if (breakOff && index >= pieces.length / 2) return void destroyAfter('');
    if (stream.chunkDelayMs > 0) await sleep(stream.chunkDelayMs, undefined, { signal: gone });
    await sendDelta({ content });
    if (gone.aborted) return;
  }
  await sendDelta({}, finishReason);
  if (stream.includeUsage) await send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

/** An error in the envelope of the OpenAI API. */
export function sendError(response: ServerResponse, status: number, message: string, code: string | null = null): void {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  sendJson(response, status, { error: { message, type, param: null, code } });
}
