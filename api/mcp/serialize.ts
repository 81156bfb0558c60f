import type { RequestId } from './json-rpc.ts';

/** Serialized results that are sent repeatedly. */
const texts = new WeakMap<object, string>();

/** Serializes a result that never changes once, rather than for each response. */
export function cacheSerialized<Result extends object>(result: Result): Result {
  texts.set(result, JSON.stringify(result));
  return result;
}

/** Serializes a message. */
export function serializeMessage(message: { id?: RequestId; result?: unknown }): string {
  const { id, result } = message;
  const text = typeof result === 'object' && result !== null ? texts.get(result) : undefined;
  if (text === undefined) return JSON.stringify(message);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
}
