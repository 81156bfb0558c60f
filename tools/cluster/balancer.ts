import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Api } from '../faults/api.ts';

/** What callers saw of all API processes together. */
export interface Seen {
  requests: number;
  /** Answers of 500 and more, and requests without an answer: status (0: none), method and path. */
  failures: string[];
}

const PROBE_EVERY_MS = 250;
const PROBE_LIMIT_MS = 2_000;
const RETRY_PAUSE_MS = 300;
const RETRY_LIMIT_MS = 120_000;

/** A load balancer in small: requests go in turn to API processes whose /readyz is 200. */
export class Balancer {
  readonly seen: Seen = { requests: 0, failures: [] };
  private readonly ready = new Set<string>();
  private readonly watched = new Map<string, AbortController>();
  private turn = 0;

  /** Sends requests to a process while it is ready. */
  add(origin: string): void {
    const watching = new AbortController();
    this.watched.set(origin, watching);
    void this.watch(origin, watching.signal);
  }

  /** Sends no more requests to a process. */
  remove(origin: string): void {
    this.watched.get(origin)?.abort();
    this.watched.delete(origin);
    this.ready.delete(origin);
  }

  /** Stops looking at all of them. */
  stop(): void {
    for (const origin of [...this.watched.keys()]) this.remove(origin);
  }

  /**
   * A request, repeated under its key until its answer is final, as a careful caller does; each failure before is counted. 429 is
   * no failure.
   */
  async send(credential: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const key = crypto.randomUUID();
    const limit = performance.now() + RETRY_LIMIT_MS;
    for (;;) {
      this.seen.requests += 1;
      const answer = await new Api(await this.next(), credential)
        .call(method, path, { body, ...(method === 'POST' && { key }) })
        .catch((error: unknown) => ({ status: 0, reason: String(error) }));
      if (answer.status === 0 || answer.status >= 500) {
        const reason = 'reason' in answer ? answer.reason : JSON.stringify(answer.body).slice(0, 200);
        this.seen.failures.push(`${answer.status} ${method} ${path} ${reason}`);
      } else if ('body' in answer && answer.status !== 429 && answer.body.error?.code !== 'IDEMPOTENCY_IN_PROGRESS') {
        return answer;
      }
      if (performance.now() > limit) throw new Error(`${method} ${path} has no final answer.`);
      await delay(RETRY_PAUSE_MS);
    }
  }

  private async next(): Promise<string> {
    const limit = performance.now() + RETRY_LIMIT_MS;
    for (;;) {
      const origins = [...this.ready];
      this.turn += 1;
      const origin = origins[this.turn % Math.max(1, origins.length)];
      if (origin !== undefined) return origin;
      if (performance.now() > limit) throw new Error('No API process is ready.');
      await delay(PROBE_EVERY_MS);
    }
  }

  private async watch(origin: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isReady = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }).then(
        async (response) => {
          await response.body?.cancel();
          return response.status === 200;
        },
        () => false,
      );
      if (signal.aborted) return;
      if (isReady) this.ready.add(origin);
      else this.ready.delete(origin);
      await delay(PROBE_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
