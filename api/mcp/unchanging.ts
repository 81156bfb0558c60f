import type { RequestId } from './json-rpc.ts';

/** Results that are answered with again and again, as text. */
const texts = new WeakMap<object, string>();

/** Makes a result that never changes into text once, rather than for each answer. */
export function unchanging<Result extends object>(result: Result): Result {
  texts.set(result, JSON.stringify(result));
  return result;
}

/** A message as text. */
export function messageText(message: { id?: RequestId; result?: unknown }): string {
  const { id, result } = message;
  const text = typeof result === 'object' && result !== null ? texts.get(result) : undefined;
  if (text === undefined) return JSON.stringify(message);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
}
