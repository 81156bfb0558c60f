import type { Actor } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, conflict, invalid } from '../kernel/errors.ts';
import { type FinalResponse, openResponse, type StoredResponse, sealResponse } from './responses.ts';
import {
  findKey,
  forget,
  insertLocked,
  type KeyScope,
  release,
  removeExpired,
  renew,
  reopen,
  type StoredKey,
  storeResponse,
  takeOver,
} from './store.ts';

/** Retention of responses. */
const RETENTION_MS = 24 * 60 * 60 * 1000;
/** A third of the time after which a lock expires, so that two failed renewals do no harm. */
const RENEW_MS = 20_000;
/** Another request can win the row between two attempts to claim it, but rarely. */
const MAX_ATTEMPTS = 5;

/**
 * Dependencies of these functions. They are entry points of this area although they are not steps: every request with
 * an Idempotency-Key calls them, and its body is validated elsewhere.
 */
type Services = Pick<Deps, 'db' | 'clock' | 'ids' | 'secrets'>;

/** The row that this request has locked. */
export interface HeldKey {
  id: number;
  lockToken: string;
  /** What an earlier, identical request created before its process died; null when nothing. */
  madeId: string | null;
}

/** What to do with a request that has an Idempotency-Key: run it, or return the response of the earlier one. */
export type Claim = { kind: 'run'; held: HeldKey } | { kind: 'replay'; answer: StoredResponse };

/** Allowed characters and length of a key. */
export const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** 422 unless the key is 1 to 255 visible ASCII characters. */
export function checkKey(key: string): void {
  if (!KEY_FORM.test(key)) {
    throw invalid({ 'Idempotency-Key': ['Must be 1 to 255 visible ASCII characters.'] });
  }
}

/** Owner of the keys. All keys of a rotation family share them. */
export function ownerOf(actor: Actor): string {
  if (actor.kind === 'partner_key') return `partner:${actor.partnerId}${actor.sandbox ? ':sandbox' : ''}`;
  if (actor.kind === 'user') return `user:${actor.userId}`;
  if (actor.kind === 'client') return `client:${actor.clientId}`;
  if (actor.kind === 'administrator') return `admin:${actor.adminKeyId}`;
  if (actor.kind === 'calendar_feed') return `feed:${actor.subscriptionId}`;
  return `system:${actor.name}`;
}

/**
 * Claims the key for this request, or finds the response of an earlier one. Of concurrent requests only one runs.
 * Throws IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_IN_PROGRESS while the first is running, and CONFLICT when
 * its response was too long to be stored. `keyFamilyId`: of the partner key that asks, which is not bound by what another key was refused.
 */
export async function claim(services: Services, scope: KeyScope, body: Buffer, keyFamilyId?: number): Promise<Claim> {
  const { db, clock, ids, secrets } = services;
  // Bodies may hold passwords.
  const fingerprint = secrets.fingerprint(body);
  const { keyId } = secrets;
  const lockToken = ids.uuid();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + RETENTION_MS);
    const id = await insertLocked(db, { ...scope, fingerprint, keyId, lockToken, now, expiresAt });
    if (id !== undefined) return { kind: 'run', held: { id, lockToken, madeId: null } };
    const row = await findKey(db, scope, now);
    if (!row) continue;
    if (row.expired && !row.locked) {
      await removeExpired(db, row.id, now);
      continue;
    }
    requireSameBody(services, row, body);
    if (row.answer !== null) {
      const answer = openResponse(secrets, row.answer) ?? throwResponseTooLong();
      if (answer.refusedTo === undefined || answer.refusedTo === keyFamilyId) return { kind: 'replay', answer };
    }
    if (row.locked) throw inProgress();
    const take = row.answer === null ? takeOver : reopen;
    const taken = await take(db, row.id, { fingerprint, keyId, lockToken });
    if (taken) return { kind: 'run', held: { id: taken.id, lockToken, madeId: taken.made_id } };
  }
  throw inProgress();
}

/** Runs work while renewing the lock. */
export async function underLock<T>(services: Services, held: HeldKey, work: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => {
    // The next renewal makes up for a failed one; a lost lock is detected when the key is marked.
    renew(services.db, held.id, held.lockToken).catch(() => undefined);
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Stores the response that a repeat receives: 2xx and 4xx except 401 and 429. Otherwise a repeat runs again, or looks
 * up what was created.
 */
export async function finish(
  services: Services,
  held: HeldKey,
  { interim = false, undone = false, ...answer }: FinalResponse,
  secretFields: readonly string[],
): Promise<void> {
  const { status } = answer;
  const final = (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 401 && status !== 429);
  if (final && !interim)
    await storeResponse(services.db, held, status, sealResponse(services.secrets, answer, secretFields));
  else if (undone) await forget(services.db, held);
  else await release(services.db, held);
}

/** Pause between attempts to store the response. */
const FINISH_RETRY_MS = 1_000;
/** After this time the lock has expired and a repeat checks for itself. */
const FINISH_LIMIT_MS = 60_000;

/**
 * Retries `finish` until the database is back, so that repeats need not wait for the lock to expire. `wait` resolves
 * after a number of milliseconds, or rejects when retrying is pointless.
 */
export async function finishLater(
  services: Services,
  held: HeldKey,
  answer: FinalResponse,
  secretFields: readonly string[],
  wait: (milliseconds: number) => Promise<void>,
): Promise<void> {
  const limit = performance.now() + FINISH_LIMIT_MS;
  while (performance.now() < limit) {
    await wait(FINISH_RETRY_MS);
    try {
      await finish(services, held, answer, secretFields);
      return;
    } catch {
      // The database is still unavailable.
    }
  }
}

/** `marketwright rotate-secrets --forget-fingerprints` clears the fingerprints; an empty one matches any body. */
function requireSameBody({ secrets }: Services, { fingerprint }: StoredKey, body: Buffer): void {
  if (fingerprint.length === 0 || secrets.matches(fingerprint, body)) return;
  throw new AppError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used with another request body; use a new key for a new request.',
  );
}

/**
 * Thrown for a repeat of completed work whose response was not stored: running it again would be worse than an error.
 */
function throwResponseTooLong(): never {
  throw conflict('This request was carried out, but its answer was too long to be kept; look for its result.');
}

function inProgress(): AppError {
  return new AppError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  });
}
