import { Client, Connection } from '@temporalio/client';

/** Address and credentials of the engine. */
export interface TemporalOptions {
  address: string;
  namespace: string;
  tls: boolean;
  apiKey: string | undefined;
}

/** gRPC's own choice of two minutes would keep commands from an engine that has long come back. */
const MAX_RECONNECT_BACKOFF_MS = 2_000;

/** Temporal's frontend as the API and the worker's loops reach it; connects with the first call. */
export function createTemporalClient(options: TemporalOptions): Client {
  const connection = Connection.lazy({
    address: options.address,
    tls: options.tls,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    connectTimeout: '3s',
    channelArgs: { 'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_BACKOFF_MS },
  });
  return new Client({ connection, namespace: options.namespace });
}
