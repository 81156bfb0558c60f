const KEPT_REQUESTS = 200;
const KEPT_KEYS = 20_000;

/** One request as shown; prompts are not kept. */
interface RequestSummary {
  at: string;
  idempotency_key: string | null;
  /** Name of the answer's schema, null for text. */
  schema: string | null;
  stream: boolean;
  /** The failure that was played, null for an honest answer. */
  fault: string | null;
  /** The same Idempotency-Key was seen before. */
  repeat: boolean;
}

/** What was asked of the sandbox, in bounded memory. */
export class RequestLog {
  private count = 0;
  private repeats = 0;
  private readonly last: RequestSummary[] = [];
  private readonly keys = new Set<string>();

  add(request: Omit<RequestSummary, 'at' | 'repeat'>): void {
    const { idempotency_key: key } = request;
    const repeat = key !== null && this.keys.has(key);
    if (key !== null) this.keys.add(key);
    const [oldest = ''] = this.keys;
    if (this.keys.size > KEPT_KEYS) this.keys.delete(oldest);
    this.count += 1;
    if (repeat) this.repeats += 1;
    this.last.push({ at: new Date().toISOString(), ...request, repeat });
    if (this.last.length > KEPT_REQUESTS) this.last.shift();
  }

  /** Totals and the last `limit` requests, oldest first. */
  summary(limit: number): { count: number; repeats: number; last: RequestSummary[] } {
    return { count: this.count, repeats: this.repeats, last: limit > 0 ? this.last.slice(-limit) : [] };
  }
}
