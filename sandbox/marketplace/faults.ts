import { z } from 'zod';

const faultSchema = z.strictObject({
  /** `status`: answers `status`; `delay`: answers late; `drop`: closes the connection in mid-page; `hang`: never answers. */
  kind: z.enum(['status', 'delay', 'drop', 'hang']),
  /** Only this listing; null: all. */
  listing: z.string().nullable().default(null),
  /** How many requests it hits; null: every one. */
  times: z.int().positive().nullable().default(null),
  /** Of kind `status`. */
  status: z.int().min(400).max(599).default(503),
  /** Of kind `delay`. */
  delay_ms: z.int().min(0).max(600_000).default(5_000),
});

const settingsSchema = z.strictObject({ faults: z.array(faultSchema).max(1_000).default([]) });

/** A failure to play; `times` counts down as it is used. */
export type Fault = z.infer<typeof faultSchema>;

/** Failures that tests and drills set while the server runs. */
export class Faults {
  #faults: Fault[] = [];

  current(): { faults: Fault[] } {
    return { faults: this.#faults };
  }

  /** Replaces all; throws a ZodError for anything it does not know. */
  replace(body: unknown): void {
    this.#faults = settingsSchema.parse(body).faults;
  }

  clear(): void {
    this.#faults = [];
  }

  /** The failure to play on a request for this listing, used up by one; the first that applies. */
  take(listingId: string): Fault | undefined {
    const fault = this.#faults.find(({ listing }) => listing === null || listing === listingId);
    if (fault && fault.times !== null) {
      fault.times -= 1;
      if (fault.times === 0) this.#faults = this.#faults.filter((each) => each !== fault);
    }
    return fault;
  }
}
