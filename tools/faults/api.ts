import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../test/environment/client.ts';

/** The few fields of bodies that drills read; other tests check the rest. */
export interface Body {
  data?: { id: number; attributes?: { status?: string } };
  error?: { code: string; message: string };
  /** Of a new webhook. */
  meta?: { secret?: string };
  /** Of a new key. */
  plaintext?: string;
  /** Of /readyz. */
  checks?: Record<string, string>;
}

/** An answer of the API. */
export interface Answer {
  status: number;
  body: Body;
  headers: Headers;
  milliseconds: number;
}

/** The answer that a repeated request got in the end, and what came before it. */
export interface FinalAnswer extends Answer {
  /** Statuses of the attempts before; 0: no answer came. */
  before: number[];
}

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 250;

/** The public API as a careful partner calls it. */
export class Api {
  readonly origin: string;
  private readonly credential: string;

  constructor(origin: string, credential: string) {
    this.origin = origin;
    this.credential = credential;
  }

  /** One request; rejects when no answer comes. */
  async call(
    method: string,
    path: string,
    options: { body?: unknown; key?: string; timeoutMs?: number } = {},
  ): Promise<Answer> {
    const started = performance.now();
    const { status, text, body, headers } = await send(`${this.origin}/api/v1${path}`, {
      method,
      key: this.credential,
      headers: options.key === undefined ? {} : { 'Idempotency-Key': options.key },
      body: options.body,
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    });
    // An answer that is no JSON is one that no drill expects.
    const parsed: Body = text === '' ? {} : (body ?? JSON.parse(text));
    return { status, body: parsed, headers, milliseconds: performance.now() - started };
  }

  /** A POST that is repeated under one Idempotency-Key until its answer is final: no 5xx, no 429, not still running. */
  async post(path: string, body: unknown, options: { key?: string; limitMs?: number } = {}): Promise<FinalAnswer> {
    const key = options.key ?? randomUUID();
    const limit = performance.now() + (options.limitMs ?? 120_000);
    const before: number[] = [];
    for (;;) {
      const answer = await this.call('POST', path, { body, key }).catch(() => undefined);
      if (answer && isFinal(answer)) return { ...answer, before };
      before.push(answer?.status ?? 0);
      if (performance.now() > limit) throw new Error(`POST ${path} has no final answer; so far ${before.join(', ')}.`);
      await delay(PAUSE_MS);
    }
  }
}

function isFinal({ status, body }: Answer): boolean {
  if (status >= 500 || status === 429) return false;
  return !(status === 409 && body.error?.code === 'IDEMPOTENCY_IN_PROGRESS');
}
