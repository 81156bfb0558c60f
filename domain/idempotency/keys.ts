import type { Actor } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, conflict, invalid } from '../kernel/errors.ts';
import { type EndAnswer, type KeptAnswer, openAnswer, sealAnswer } from './answers.ts';
import {
  findKey,
  insertLocked,
  type KeyScope,
  keepAnswer,
  release,
  removeExpired,
  renew,
  type StoredKey,
  takeOver,
} from './store.ts';

/** Answers are kept this long. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** A third of the time after which a lock lapses, so that two failed renewals lose nothing. */
const RENEW_MS = 20_000;
/** Another request can win the row between two attempts to claim it, but hardly often. */
const MAX_ATTEMPTS = 5;

/**
 * What the functions here need. They are this area's doors: plain functions and no steps, since each request with an Idempotency-Key
 * comes through them and its body is checked elsewhere.
 */
type Services = Pick<Deps, 'db' | 'clock' | 'ids' | 'secrets'>;

/** The row that this request works under. */
export interface HeldKey {
  id: number;
  lockToken: string;
  /** What an earlier, identical request made before its process died; null: nothing. */
  madeId: string | null;
}

/** What an Idempotency-Key means for this request: run it, or give the answer of the earlier one. */
export type Claim = { kind: 'run'; held: HeldKey } | { kind: 'replay'; answer: KeptAnswer };

/** What a key looks like. */
export const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** 422 unless the key is 1 to 255 visible ASCII characters. */
export function checkKey(key: string): void {
  if (!KEY_FORM.test(key)) {
    throw invalid({ 'Idempotency-Key': ['Must be 1 to 255 visible ASCII characters.'] });
  }
}

/** Whose keys these are: rotating an API key does not start anew. */
export function ownerOf(actor: Actor): string {
  if (actor.kind === 'partner_key') return `partner:${actor.partnerId}${actor.sandbox ? ':sandbox' : ''}`;
  if (actor.kind === 'user') return `user:${actor.userId}`;
  if (actor.kind === 'client') return `client:${actor.clientId}`;
  if (actor.kind === 'administrator') return `admin:${actor.adminKeyId}`;
  if (actor.kind === 'calendar_feed') return `feed:${actor.subscriptionId}`;
  return `system:${actor.name}`;
}

/**
 * Claims the key for this request, or finds the answer of an earlier one. Of any number of racing requests one runs.
 * Throws IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_IN_PROGRESS while the first is running, and CONFLICT where its answer was
 * too long to be kept.
 */
export async function claim(services: Services, scope: KeyScope, body: Buffer): Promise<Claim> {
  const { db, clock, ids, secrets } = services;
  // Bodies may hold passwords.
  const fingerprint = secrets.fingerprint(body);
  const lockToken = ids.uuid();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + KEEP_MS);
    const id = await insertLocked(db, { ...scope, fingerprint, lockToken, now, expiresAt });
    if (id !== undefined) return { kind: 'run', held: { id, lockToken, madeId: null } };
    const row = await findKey(db, scope, now);
    if (!row) continue;
    if (row.expired && !row.locked) {
      await removeExpired(db, row.id, now);
      continue;
    }
    requireSameBody(row, fingerprint);
    if (row.answer !== null) return { kind: 'replay', answer: openAnswer(secrets, row.answer) ?? tooLong() };
    if (row.locked) throw inProgress();
    const taken = await takeOver(db, row.id, fingerprint, lockToken);
    if (taken) return { kind: 'run', held: { id: taken.id, lockToken, madeId: taken.made_id } };
  }
  throw inProgress();
}

/** Runs work while the lock is renewed. */
export async function underLock<T>(services: Services, held: HeldKey, work: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => {
    // A failed renewal is made up by the next; a lost lock shows when the mark is written.
    renew(services.db, held.id, held.lockToken).catch(() => undefined);
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Keeps the answer where a repeat shall get it again: 2xx and 4xx but for 401 and 429. Else a repeat runs anew, or looks again at what was
 * made.
 */
export async function finish(
  services: Services,
  held: HeldKey,
  { interim = false, ...answer }: EndAnswer,
  secretFields: readonly string[],
): Promise<void> {
  const { status } = answer;
  const final = (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 401 && status !== 429);
  if (final && !interim)
    await keepAnswer(services.db, held, status, sealAnswer(services.secrets, answer, secretFields));
  else await release(services.db, held);
}

/** Pause before the outcome is written down again. */
const FINISH_AGAIN_MS = 1_000;
/** After this long the lock has lapsed and a repeat looks for itself. */
const FINISH_LIMIT_MS = 60_000;

/**
 * Tries to `finish` until the database is back, so that repeats need not wait for the lock to lapse. `wait` resolves after
 * so many milliseconds, or rejects when there is no point in going on.
 */
export async function finishLater(
  services: Services,
  held: HeldKey,
  answer: EndAnswer,
  secretFields: readonly string[],
  wait: (milliseconds: number) => Promise<void>,
): Promise<void> {
  const limit = performance.now() + FINISH_LIMIT_MS;
  while (performance.now() < limit) {
    await wait(FINISH_AGAIN_MS);
    try {
      await finish(services, held, answer, secretFields);
      return;
    } catch {
      // The database is still away.
    }
  }
}

/** An empty fingerprint is one that operators forgot together with the key under which it was made. */
function requireSameBody(row: StoredKey, fingerprint: Buffer): void {
  if (row.fingerprint.length === 0 || row.fingerprint.equals(fingerprint)) return;
  throw new AppError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used with another request body; use a new key for a new request.',
  );
}

/** Thrown for a repeat of what was carried out: to do it again would be worse than to send the caller looking. */
function tooLong(): never {
  throw conflict('This request was carried out, but its answer was too long to be kept; look for its result.');
}

function inProgress(): AppError {
  return new AppError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  });
}
