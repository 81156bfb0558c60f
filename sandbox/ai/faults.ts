import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { type Random, seededRandom } from './random.ts';

const faultSchema = z.strictObject({
  /** `obey` is a model that obeys whatever order stands in its inputs. */
  kind: z.enum(['rate_limit', 'error', 'slow', 'cut_off', 'nonsense', 'hang', 'refuse', 'obey']),
  /** How many requests it hits; null: every one. */
  times: z.int().positive().nullable().default(null),
  probability: z.number().min(0).max(1).default(1),
  /** Only requests whose messages contain this text. */
  match: z.string().optional(),
  retry_after_seconds: z.number().min(0).default(1),
  /** HTTP status of kind `error`. */
  status: z.int().min(400).max(599).default(500),
  /** Wait of kind `slow`. */
  delay_ms: z.int().min(0).default(5000),
  /** Of kind `slow`: wait before each piece of a stream; the one of all questions unless given. */
  chunk_delay_ms: z.int().min(0).optional(),
  /** Of kind `cut_off` with how `length`: ends the answer with this instead. */
  finish_reason: z.string().optional(),
  /**
   * Of kind `cut_off`: the connection breaks off (`connection`, as when absent) or the answer ends with finish_reason
   * `length`. Of kind `nonsense`: text that is not JSON (`not_json`, as when absent), JSON of another shape, the right JSON without
   * its first key, or with texts of some 500 characters.
   */
  how: z.enum(['connection', 'length', 'not_json', 'wrong_json', 'missing_key', 'long_texts']).optional(),
});

const settingsSchema = z.strictObject({
  latency_ms: z.int().min(0).optional(),
  chunk_delay_ms: z.int().min(0).optional(),
  faults: z.array(faultSchema).default([]),
});

/** A failure to play; `times` counts down as it is used. */
export type Fault = z.infer<typeof faultSchema>;

/** Latency and failures that tests and drills set while the server runs. */
export class Faults {
  private settings: { latency_ms: number; chunk_delay_ms: number; faults: Fault[] };
  private readonly latencyMs: number;
  private random: Random = seededRandom('faults');
  /** Requests that are left open. */
  private readonly hanging = new Set<{ match: string | undefined; response: ServerResponse }>();

  constructor(latencyMs: number) {
    this.latencyMs = latencyMs;
    this.settings = { latency_ms: latencyMs, chunk_delay_ms: 0, faults: [] };
  }

  current(): Readonly<typeof this.settings> {
    return this.settings;
  }

  /**
   * Replaces all settings; throws a ZodError for anything it does not know. Requests whose failure is removed break off;
   * those of a used-up failure stay open.
   */
  replace(body: unknown): void {
    const { latency_ms = this.latencyMs, chunk_delay_ms = 0, faults } = settingsSchema.parse(body);
    const hangs = (list: readonly Fault[], wanted: string | undefined) =>
      list.some(({ kind, match }) => kind === 'hang' && match === wanted);
    for (const { match, response } of this.hanging)
      if (hangs(this.settings.faults, match) && !hangs(faults, match)) response.destroy();
    this.settings = { latency_ms, chunk_delay_ms, faults };
    // Drills with a probability must be repeatable too.
    this.random = seededRandom('faults');
  }

  /** Keeps a request open until its client leaves or its failure is removed; then the connection breaks. */
  hang(match: string | undefined, response: ServerResponse): void {
    const hanging = { match, response };
    this.hanging.add(hanging);
    response.once('close', () => this.hanging.delete(hanging));
  }

  /** The failure to play on this request, used up by one; the first that applies. */
  take(prompt: string): Fault | undefined {
    const { faults } = this.settings;
    const fault = faults.find((each) => prompt.includes(each.match ?? '') && this.random.next() < each.probability);
    if (fault && fault.times !== null) {
      fault.times -= 1;
      if (fault.times === 0) this.settings = { ...this.settings, faults: faults.filter((each) => each !== fault) };
    }
    return fault;
  }
}
