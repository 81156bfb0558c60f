import type { Client } from '@temporalio/client';
import { grpcCode, isInvalid } from './engine.ts';

/** Search attributes that staff can filter runs by; all are keywords. */
const SEARCH_ATTRIBUTES = ['MwPartnerId', 'MwResourceId', 'MwCapability'] as const;

/** INDEXED_VALUE_TYPE_KEYWORD of Temporal's API (temporal.api.enums.v1.IndexedValueType). */
const KEYWORD = 2;

/** An engine that takes longer than this is away for those who ask whether the service is ready, milliseconds. */
const READINESS_LIMIT_MS = 2_000;
const SETUP_LIMIT_MS = 30_000;

/** Registers what is missing; needs the right to administer the namespace. */
export async function registerSearchAttributes(client: Client, namespace: string): Promise<string[]> {
  const missing = await missingSearchAttributes(client, namespace, SETUP_LIMIT_MS);
  if (missing.length === 0) return [];
  await client.connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, KEYWORD])),
  });
  return missing;
}

/** Attributes that are not there, or not as keywords. Rejects when the engine does not answer within the limit. */
export function missingSearchAttributes(
  client: Client,
  namespace: string,
  limitMs = READINESS_LIMIT_MS,
): Promise<string[]> {
  return client.connection.withDeadline(Date.now() + limitMs, async () => {
    try {
      const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
      return SEARCH_ATTRIBUTES.filter((name) => customAttributes?.[name] !== KEYWORD);
    } catch (error) {
      // Operators' calls are not for every credential, and Temporal does not promise them for its Cloud.
      if (!NOT_FOR_US.includes(grpcCode(error) ?? 0)) throw error;
      return unknownToQueries(client, namespace);
    }
  });
}

/** gRPC's PERMISSION_DENIED and UNIMPLEMENTED. */
const NOT_FOR_US: readonly number[] = [7, 12];

/** Attributes that a list of runs cannot be filtered by. Their types are not seen. */
async function unknownToQueries(client: Client, namespace: string): Promise<string[]> {
  const known = await Promise.all(
    SEARCH_ATTRIBUTES.map((name) =>
      client.workflowService.countWorkflowExecutions({ namespace, query: `${name} = 'none'` }).then(
        () => true,
        (error: unknown) => {
          if (!isInvalid(error)) throw error;
          return false;
        },
      ),
    ),
  );
  return SEARCH_ATTRIBUTES.filter((_name, index) => !known[index]);
}
