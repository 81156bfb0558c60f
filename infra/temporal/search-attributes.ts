import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';

/** Search attributes that staff can filter runs by; all are keywords. */
const SEARCH_ATTRIBUTES = ['MwPartnerId', 'MwResourceId', 'MwCapability'] as const;

/** INDEXED_VALUE_TYPE_KEYWORD of Temporal's API (temporal.api.enums.v1.IndexedValueType). */
const KEYWORD = 2;

/** Keywords by name in the form the client takes. */
export function typedKeywords(keywords: Record<string, string>): TypedSearchAttributes {
  return new TypedSearchAttributes(
    Object.entries(keywords).map(([name, value]) => ({
      key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
      value,
    })),
  );
}

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
export async function missingSearchAttributes(
  client: Client,
  namespace: string,
  limitMs = READINESS_LIMIT_MS,
): Promise<string[]> {
  const answer = await client.connection.withDeadline(Date.now() + limitMs, () =>
    client.connection.operatorService.listSearchAttributes({ namespace }),
  );
  return SEARCH_ATTRIBUTES.filter((name) => answer.customAttributes?.[name] !== KEYWORD);
}
