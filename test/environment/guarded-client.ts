import { expect } from '@jest/globals';
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from '../../infra/http/guarded-client.ts';
import { OutboundError } from '../../infra/http/outbound-error.ts';

/** A client that may call this machine over http; closed with its scope. */
export function testClient(options: Partial<GuardedClientOptions> = {}): GuardedClient & Disposable {
  const client = createGuardedClient({
    allowHttp: true,
    allowedNetworks: ['127.0.0.0/8', '::1/128'],
    proxy: undefined,
    ...options,
  });
  return { ...client, [Symbol.dispose]: () => client.close() };
}

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<OutboundError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(OutboundError);
  return outcome as OutboundError;
}
