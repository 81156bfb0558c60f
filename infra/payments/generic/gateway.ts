import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  ChallengeRefused,
  type GatewayRequest,
  type PaymentGateway,
  type Received,
  SignatureRefused,
  UnreadableEvent,
} from '../port.ts';
import { readGenericEvent } from './read.ts';

const REFUSED = 'The signature is missing, wrong, or more than five minutes from now.';
const MAX_CHALLENGE_LENGTH = 255;
/** What every event has: names of printable ASCII. */
const envelope = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  type: z.string().regex(/^[\x21-\x7e]{1,120}$/),
});

/**
 * The gateway for systems without an adapter of their own: a shop, a script, a bank's file. It signs with HMAC-SHA256; what it signs
 * is in docs/payments.md.
 */
export function createGenericGateway(secrets: readonly string[], onSigned: (index: number) => void): PaymentGateway {
  return {
    isOpen: secrets.length > 0,
    receive: async (request, now) =>
      request.method === 'POST'
        ? receivePost(request, { secrets, onSigned }, now)
        : receiveGet(request, { secrets, onSigned }, now),
    read: readGenericEvent,
  };
}

interface Signing {
  secrets: readonly string[];
  onSigned: (index: number) => void;
}

function receivePost({ headers, body }: GatewayRequest, { secrets, onSigned }: Signing, now: Date): Received {
  const timestamp = String(headers['x-timestamp'] ?? '').trim();
  const expected = secrets.map((secret) => signBody(secret, timestamp, body));
  const signedBy = indexOfSigner(inHeader(String(headers['x-signature'] ?? '')), expected);
  if (signedBy === -1 || !isFresh(timestamp, now)) throw new SignatureRefused(REFUSED);
  onSigned(signedBy);
  return eventIn(body.toString('utf8'));
}

/** A GET may carry an event as parameters; one with only a challenge verifies the address, and needs no signature. */
function receiveGet({ query, headers }: GatewayRequest, { secrets, onSigned }: Signing, now: Date): Received {
  const params = new URLSearchParams(query);
  const challenge = params.get('challenge');
  const isQuestion = challenge !== null && !params.has('id');
  if (!isQuestion || params.has('signature')) {
    const expected = secrets.map((secret) => signQuery(secret, params));
    const signedBy = indexOfSigner(inQuery(params.get('signature') ?? ''), expected);
    if (signedBy === -1) throw new SignatureRefused(REFUSED);
    const timestamp = params.get('timestamp') ?? headers['x-timestamp'];
    if (timestamp !== undefined && !isFresh(String(timestamp), now)) throw new SignatureRefused(REFUSED);
    onSigned(signedBy);
  }
  if (!isQuestion) return eventIn(JSON.stringify(asBody(params)));
  if (challenge.length > MAX_CHALLENGE_LENGTH) {
    throw new ChallengeRefused(`The challenge must be at most ${MAX_CHALLENGE_LENGTH} characters.`);
  }
  return { kind: 'challenge', text: challenge };
}

function eventIn(payload: string): Received {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    throw new UnreadableEvent('The body is not JSON.', { isJson: false });
  }
  const { data } = envelope.safeParse(value);
  if (!data) throw new UnreadableEvent('An event needs `id` and `type`, both of printable ASCII.', { isJson: true });
  return { kind: 'event', id: data.id, type: data.type, payload };
}

const ENVELOPE = ['id', 'type', 'occurred_at'];
const NO_DATA = ['signature', 'timestamp', 'challenge'];

/** Parameters as the body of a POST has them: what stands in `data` there is `reference`, `data.reference` or `data[reference]` here. */
function asBody(params: URLSearchParams): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const data: Record<string, string> = {};
  for (const [name, value] of params) {
    if (ENVELOPE.includes(name)) body[name] = value;
    else if (!NO_DATA.includes(name))
      data[/^data(?:\.(\w+)|\[(\w+)\])$/.exec(name)?.slice(1).find(Boolean) ?? name] = value;
  }
  return { ...body, data };
}

/** Tolerance before and after the time of a signature, seconds. */
const TOLERANCE_SECONDS = 300;

/** Hex of the HMAC-SHA256 of a POST: of its timestamp (Unix seconds), a point, and the exact body. */
export function signBody(secret: string, timestamp: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** Hex of the HMAC-SHA256 of a GET: of its parameters but `signature`, in canonical form. */
export function signQuery(secret: string, query: URLSearchParams): string {
  return createHmac('sha256', secret).update(canonicalQuery(query)).digest('hex');
}

/** `k=v` joined by `&`, by key and then value in the order of their bytes, percent-encoded as RFC 3986 says; without `signature`. */
function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'signature')
    .map(([name, value]) => ({ name: percentEncoded(name), value: percentEncoded(value) }))
    .sort((a, b) => inOrder(a.name, b.name) || inOrder(a.value, b.value))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The hex of a signature in a header, which names its algorithm. */
function inHeader(signature: string): string | undefined {
  return /^sha256=([0-9a-f]{64})$/.exec(signature.trim())?.[1];
}

/** The hex of a signature among parameters, with or without the name. */
function inQuery(signature: string): string | undefined {
  return /^(?:sha256=)?([0-9a-f]{64})$/.exec(signature.trim())?.[1];
}

/** Which of the expected signatures it is; -1: none. Compares with all of them, each in constant time. */
function indexOfSigner(hex: string | undefined, expected: readonly string[]): number {
  if (hex === undefined) return -1;
  const bytes = Buffer.from(hex, 'hex');
  return expected.map((one) => timingSafeEqual(Buffer.from(one, 'hex'), bytes)).indexOf(true);
}

/** Whether a moment in Unix seconds is near enough to now. */
function isFresh(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
}
