import { WebhookVerificationError } from './errors.ts';

/** A webhook as it was received. */
export interface ReceivedWebhook {
  /** The raw body, before any parsing. */
  body: string | Uint8Array;
  /** The headers: of the Fetch API, or of Node. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Signing secrets, of which one must fit: 64 characters, or `whsec_…`. Give both while a secret is changed. */
  secrets: string | readonly string[];
  /** How far `webhook-timestamp` may be from now, seconds; 300 unless given. */
  toleranceSeconds?: number;
  /** Accepts what has `X-Service-Signature` alone, which has no time: a copy of it can be sent again at any time. */
  acceptUntimed?: boolean;
  /** Now, milliseconds since 1970. */
  nowMs?: number;
}

const ENCODER = new TextEncoder();
const PREFIX = 'whsec_';

/**
 * Checks that a webhook comes from the service and was sent just now; returns its body, parsed. Throws WebhookVerificationError
 * for all others: answer 401 to them.
 */
export async function verifySignedBody(received: ReceivedWebhook): Promise<unknown> {
  const { headers, toleranceSeconds = 300, acceptUntimed = false, nowMs = Date.now() } = received;
  const body = typeof received.body === 'string' ? ENCODER.encode(received.body) : Uint8Array.from(received.body);
  const secrets = [received.secrets].flat().filter((secret) => secret !== '');
  if (secrets.length === 0) throw new TypeError('Verifying a webhook needs its secret.');
  const [id, timestamp, timed, untimed] = [
    headerOf(headers, 'webhook-id'),
    headerOf(headers, 'webhook-timestamp'),
    headerOf(headers, 'webhook-signature'),
    headerOf(headers, 'x-service-signature'),
  ];
  const isTimed = id !== undefined && timestamp !== undefined && timed !== undefined;
  if (!isTimed && !acceptUntimed) throw new WebhookVerificationError('The webhook has no signature with a time.');
  if (isTimed && !(Math.abs(nowMs / 1000 - secondsOf(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError('The webhook was not sent just now.');
  const signed = isTimed ? joined(ENCODER.encode(`${id}.${timestamp}.`), body) : body;
  const signatures = isTimed ? standardSignatures(timed) : hexSignatures(untimed);
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    // Compares in constant time.
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return parsed(body);
  }
  throw new WebhookVerificationError('No signature of the webhook fits.');
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function secondsOf(timestamp: string): number {
  return /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
}

/** Most signatures that are compared: one for each valid secret. */
const MAX_SIGNATURES = 8;

function standardSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ', MAX_SIGNATURES)
    .flatMap((entry) => (entry.startsWith('v1,') ? fromBase64(entry.slice(3)) : []));
}

function hexSignatures(header = ''): Uint8Array<ArrayBuffer>[] {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(header) ?? [];
  return hex === undefined ? [] : [Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))];
}

function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret.startsWith(PREFIX)) return ENCODER.encode(secret);
  const [bytes] = fromBase64(secret.slice(PREFIX.length));
  if (!bytes) throw new TypeError('A secret that begins with whsec_ goes on in base64.');
  return bytes;
}

/** The bytes, or nothing for what is no base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new WebhookVerificationError('The webhook has no JSON.', { cause });
  }
}
