import { z } from 'zod';
import { shellVariables } from '../../infra/local/credentials.ts';
import type { Stack } from '../../infra/local/stack.ts';

/** jest's workers inherit the environment of the process that ran the global setup. */
const VARIABLE = 'MARKETWRIGHT_ACCEPTANCE';

const runningStackSchema = z.object({
  /** Where the API processes answer, without a path. */
  origins: z.tuple([z.string(), z.string()]),
  adminKey: z.string(),
  /** Lines of `credentials.env`. */
  shellVariables: z.string(),
  databaseUrl: z.string(),
  /** Settings of the API processes, for further ones. */
  environment: z.record(z.string(), z.string()),
  /** Origins of the metrics. */
  metrics: z.object({ api: z.string(), worker: z.string() }).partial().optional(),
  gatewaySecrets: z.object({ generic: z.string(), stripe: z.string() }),
  /** Origin of the sandbox AI. */
  sandboxAiUrl: z.string(),
  /** Origin of the mail catcher; absent where a test has none. */
  mailUrl: z.string().optional(),
  /** Origin of the sandbox marketplace; absent where a test has a marketplace of its own. */
  marketplaceUrl: z.string().optional(),
});

/** Where the stack of the acceptance tests is. */
export type RunningStack = z.output<typeof runningStackSchema>;

/** Publishes the addresses of the stack to the test files; `second` is the origin of a further API process, where there is one. */
export function publishRunningStack({ urls, credentials, environment }: Stack, second = urls.apiOrigin): void {
  const published = runningStackSchema.parse({
    origins: [urls.apiOrigin, second],
    adminKey: credentials.admin_key,
    shellVariables: shellVariables(credentials),
    databaseUrl: urls.databaseUrl,
    environment,
    metrics: credentials.metrics,
    gatewaySecrets: credentials.gateway_secrets,
    sandboxAiUrl: new URL(urls.sandboxAiUrl ?? '').origin,
    mailUrl: urls.sandboxMailUrl,
    marketplaceUrl: urls.marketplaceUrl,
  });
  process.env[VARIABLE] = JSON.stringify(published);
}

let known: RunningStack | undefined;

/** The stack that the global setup has started. */
export function runningStack(): RunningStack {
  known ??= runningStackSchema.parse(JSON.parse(process.env[VARIABLE] ?? 'null'));
  return known;
}
