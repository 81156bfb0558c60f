import type { Sealed, SecretBox } from '../../infra/secrets/secret-box.ts';

/** A response as it is stored for repeats. */
export interface StoredResponse {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  /** Family of the key that a 403 refused; other keys of the partner may do more. */
  refusedTo?: number;
}

/** The final response of a request. */
export interface FinalResponse extends StoredResponse {
  /** An intermediate state, which is not stored. */
  interim?: boolean;
  /** Nothing of the work is left. */
  undone?: boolean;
}

/** Longest response that is stored, bytes of JSON: as much as the longest body. */
const MAX_STORED_BYTES = 1_048_576;

/** Stored in place of a longer one. */
const TOO_LONG = 'null';

/** Encrypts a response for storage, without the fields that are shown only once (dotted names): these become null. */
export function sealResponse(secrets: SecretBox, answer: StoredResponse, secretFields: readonly string[]): Sealed {
  const text = JSON.stringify(withoutSecrets(answer, secretFields));
  return secrets.seal(Buffer.byteLength(text) > MAX_STORED_BYTES ? TOO_LONG : text);
}

/** Decrypts a stored response; null when it was too long to be stored. */
export function openResponse(secrets: SecretBox, sealed: Sealed): StoredResponse | null {
  return JSON.parse(secrets.open(sealed));
}

/** A copy of the response with null in place of the named fields of its body. */
export function withoutSecrets(answer: StoredResponse, secretFields: readonly string[]): StoredResponse {
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
