import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendJson } from '../http.ts';
import type { Answer } from './answer.ts';

/** Name of the sandbox's only model. */
export const sandboxModel = 'marketwright-sandbox';

/** Sends an answer in the shapes of the chat completions API. */
export class CompletionReply {
  private readonly response: ServerResponse;
  private readonly answer: Answer;
  private readonly breakOff: boolean;
  private readonly head: { id: string; created: number; model: string; system_fingerprint: string };

  /** `breakOff`: destroy the connection half-way. */
  constructor(response: ServerResponse, answer: Answer, breakOff: boolean) {
    this.response = response;
    this.answer = answer;
    this.breakOff = breakOff;
    this.head = {
      id: `chatcmpl-sandbox-${createHash('sha256').update(answer.text).digest('hex').slice(0, 24)}`,
      created: Math.floor(Date.now() / 1000),
      model: sandboxModel,
      system_fingerprint: 'fp_marketwright_sandbox',
    };
  }

  sendWhole(): void {
    const { text, refusal, finishReason } = this.answer;
    const message = { role: 'assistant', content: refusal === null ? text : null, refusal };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason }];
    const body = JSON.stringify({ ...this.head, object: 'chat.completion', choices, usage: this.answer.usage });
    this.response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    if (this.breakOff) this.destroyAfter(body.slice(0, body.length / 2));
    else this.response.end(body);
  }

  /** Server-sent events of about three words each. */
  async stream(chunkDelayMs: number, includeUsage: boolean, gone: AbortSignal): Promise<void> {
    this.response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    const { text, refusal, finishReason, usage } = this.answer;
    const pieces = text.match(/(?:\S+\s*|\s+){1,3}/g) ?? [];
    await this.send(this.chunk({ role: 'assistant', content: '' }, null));
    if (refusal !== null) await this.send(this.chunk({ refusal }, null));
    for (const [index, content] of pieces.entries()) {
      if (this.breakOff && index >= pieces.length / 2) return this.destroyAfter('');
      if (chunkDelayMs > 0) await sleep(chunkDelayMs, undefined, { signal: gone });
      await this.send(this.chunk({ content }, null));
      if (gone.aborted) return;
    }
    await this.send(this.chunk({}, finishReason));
    if (includeUsage) await this.send({ ...this.head, object: 'chat.completion.chunk', choices: [], usage });
    this.response.end('data: [DONE]\n\n');
  }

  private chunk(delta: Record<string, string>, finishReason: string | null): object {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }];
    return { ...this.head, object: 'chat.completion.chunk', choices };
  }

  private async send(event: object): Promise<void> {
    if (this.response.write(`data: ${JSON.stringify(event)}\n\n`) || this.response.destroyed) return;
    await new Promise<void>((resolve) => {
      this.response.once('drain', resolve);
      this.response.once('close', resolve);
    });
  }

  /** Flushed first, so that the client has read a beginning when the connection goes. */
  private destroyAfter(text: string): void {
    this.response.write(text, () => this.response.destroy());
  }
}

/** An error in the envelope of the OpenAI API. */
export function sendError(response: ServerResponse, status: number, message: string, code: string | null = null): void {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  sendJson(response, status, { error: { message, type, param: null, code } });
}
