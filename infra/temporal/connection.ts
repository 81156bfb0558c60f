import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import type { TemporalConfig } from '../config/temporal.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { traceHeaders } from './trace-header.ts';

/** gRPC's own choice of two minutes would keep commands from an engine that has long come back. */
const MAX_RECONNECT_BACKOFF_MS = 2_000;

/** Temporal's frontend as the API and the worker's loops reach it; connects with the first call. */
export function createTemporalClient(options: Omit<TemporalConfig, 'uiUrl'>, tracing?: Tracing): Client {
  const connection = Connection.lazy({
    address: options.address,
    tls: options.tls,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    connectTimeout: '3s',
    channelArgs: { 'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_BACKOFF_MS },
  });
  const interceptors = tracing ? { interceptors: { workflow: [traceHeaders(tracing)] } } : {};
  return new Client({ connection, namespace: options.namespace, ...interceptors });
}

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
