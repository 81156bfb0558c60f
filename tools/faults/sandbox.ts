import { sendOk } from '../../test/environment/client.ts';

/** A failure that the sandbox AI plays; see its server for the fields. */
export interface AiFault {
  kind: 'rate_limit' | 'error' | 'slow' | 'cut_off' | 'nonsense' | 'hang' | 'refuse';
  times?: number | null;
  match?: string;
  retry_after_seconds?: number;
  status?: number;
  delay_ms?: number;
  how?: 'connection' | 'length' | 'not_json' | 'wrong_json';
}

/** A request that the sandbox AI got. */
export interface AiRequestSeen {
  at: string;
  idempotency_key: string | null;
  fault: string | null;
}

/** The controls of the sandbox AI. */
export class Sandbox {
  private readonly origin: string;

  constructor(sandboxAiUrl: string) {
    this.origin = new URL(sandboxAiUrl).origin;
  }

  /** Replaces latency and failures. */
  async set(latencyMs: number, faults: AiFault[] = []): Promise<void> {
    await this.call('PUT', '/__sandbox/faults', { latency_ms: latencyMs, faults });
  }

  /** The last requests, oldest first, at most 200. */
  async requests(): Promise<AiRequestSeen[]> {
    const summary = (await this.call('GET', '/__sandbox/requests?limit=200')) as { last: AiRequestSeen[] };
    return summary.last;
  }

  private call(method: string, path: string, body?: unknown): Promise<unknown> {
    return sendOk(this.origin + path, { method, body });
  }
}
