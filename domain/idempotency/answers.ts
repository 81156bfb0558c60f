import type { SecretBox } from '../kernel/deps.ts';

/** An answer as it is kept for repeats. */
export interface KeptAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** An answer as a request ends with it. */
export interface EndAnswer extends KeptAnswer {
  /** What there is so far, which is not kept. */
  interim?: boolean;
}

/** Longest answer that is kept, bytes of JSON: that of the longest body. */
const MAX_KEPT_BYTES = 1_048_576;

/** Kept in place of a longer one. */
const TOO_LONG = 'null';

/** Seals an answer for keeping, without the fields that are shown only once (dotted names): these become null. */
export function sealAnswer(secrets: SecretBox, answer: KeptAnswer, secretFields: readonly string[]): Buffer {
  const text = JSON.stringify(withoutSecrets(answer, secretFields));
  return secrets.seal(Buffer.byteLength(text) > MAX_KEPT_BYTES ? TOO_LONG : text);
}

/** Reads what `sealAnswer` kept; null: it was too long to be kept. */
export function openAnswer(secrets: SecretBox, sealed: Buffer): KeptAnswer | null {
  return JSON.parse(secrets.open(sealed));
}

/** A copy of the answer with null in place of the named fields of its body. */
export function withoutSecrets(answer: KeptAnswer, secretFields: readonly string[]): KeptAnswer {
  if (secretFields.length === 0) return answer;
  const body: unknown = structuredClone(answer.body);
  for (const field of secretFields) clear(body, field.split('.'));
  return { ...answer, body };
}

function clear(value: unknown, [name, ...rest]: string[]): void {
  if (name === undefined || typeof value !== 'object' || value === null || !(name in value)) return;
  const owner = value as Record<string, unknown>;
  if (rest.length === 0) owner[name] = null;
  else clear(owner[name], rest);
}
