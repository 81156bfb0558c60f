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

/** Keywords by name in the form the client takes. */
export function typedKeywords(keywords: Record<string, string>): TypedSearchAttributes {
  return new TypedSearchAttributes(
    Object.entries(keywords).map(([name, value]) => ({
      key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
      value,
    })),
  );
}
