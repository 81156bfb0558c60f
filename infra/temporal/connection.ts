import { Client, Connection } from '@temporalio/client';

export interface TemporalOptions {
  address: string;
  namespace: string;
  tls: boolean;
  apiKey: string | undefined;
}

/** Temporal's frontend as the API and the worker's loops reach it; connects with the first call. */
export function createTemporalClient(options: TemporalOptions): Client {
  const connection = Connection.lazy({
    address: options.address,
    tls: options.tls,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    connectTimeout: '3s',
  });
  return new Client({ connection, namespace: options.namespace });
}
