import type { Stack } from '../../infra/local/stack.ts';
import { createTemporalClient } from '../../infra/temporal/connection.ts';

/** A client of a stack's own Temporal server; the caller closes its connection. */
export function temporalClientOf(
  { urls }: Pick<Stack, 'urls'>,
  namespace: string,
): ReturnType<typeof createTemporalClient> {
  return createTemporalClient({ address: urls.temporalAddress ?? '', namespace, tls: false, apiKey: undefined });
}
