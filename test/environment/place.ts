import { z } from 'zod';

/** jest's workers inherit the environment of the process that ran the global setup. */
const VARIABLE = 'MARKETWRIGHT_ACCEPTANCE';

const placeSchema = z.object({
  /** Where the API processes answer, without a path. */
  origins: z.tuple([z.string(), z.string()]),
  adminKey: z.string(),
  databaseUrl: z.string(),
  /** Settings of the API processes, for further ones. */
  environment: z.record(z.string(), z.string()),
  /** Origin of the sandbox AI. */
  sandboxAiUrl: z.string(),
  /** Origin of the sandbox marketplace; absent where a test has a marketplace of its own. */
  marketplaceUrl: z.string().optional(),
});

/** Where the stack of the acceptance tests is. */
export type Place = z.output<typeof placeSchema>;

/** Tells the test files where the stack is. */
export function publishPlace(place: z.input<typeof placeSchema> | Record<string, unknown>): void {
  process.env[VARIABLE] = JSON.stringify(placeSchema.parse(place));
}

let known: Place | undefined;

/** The stack that the global setup has started. */
export function place(): Place {
  known ??= placeSchema.parse(JSON.parse(process.env[VARIABLE] ?? 'null'));
  return known;
}
