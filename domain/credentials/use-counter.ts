import { addCallerUses, addKeyErrors, type CallerUse, type KeyError } from '../caller-use/store.ts';
import type { Actor, KeyActor } from '../kernel/call.ts';
import { callerOf } from '../kernel/callers.ts';
import { utcDay } from '../kernel/days.ts';
import type { Deps } from '../kernel/deps.ts';
import { addKeyUses, type KeyUse } from '../partner-keys/store.ts';

/** Flush interval, milliseconds; a process that dies loses at most this. */
const FLUSH_MS = 2_000;
/** Errors of a key that are saved with each flush, the newest; a failing program makes thousands that are the same. */
const ERRORS_PER_FLUSH = 20;
/** Errors of all keys that are saved with each flush. */
const ERRORS_IN_ALL = 1_000;

/** A request that failed. */
interface FailedRequest {
  status: number;
  code: string;
  method: string;
  /** Pattern of the path. */
  route: string;
  requestId: string;
}

/** Counts what credentials are used for in memory, and flushes it in batches. */
export interface UseCounter {
  /** Counts an admitted request from the address. */
  count(actor: Actor, address: string): void;
  /** Counts a request that was answered with an error; what a key did is kept for a few days. */
  fail(actor: Actor, failed: FailedRequest): void;
  /** Flushes the rest and stops the timer. */
  stop(): Promise<void>;
}

/** `onError` receives a failed flush; its counts stay for the next one, its errors of keys are given up. */
export function createUseCounter(
  options: Pick<Deps, 'db' | 'clock'> & { onError: (error: unknown) => void },
): UseCounter {
  const { db, clock, onError } = options;
  let keys = new Map<number, KeyUse>();
  let callers = new Map<string, CallerUse>();
  let errors = new Map<number, KeyError[]>();
  let errorCount = 0;

  const addKey = (use: KeyUse) => {
    const known = keys.get(use.id);
    if (!known) {
      keys.set(use.id, { ...use });
      return;
    }
    known.requests += use.requests;
    if (use.lastUsedAt < known.lastUsedAt) return;
    known.lastUsedAt = use.lastUsedAt;
    known.lastAddress = use.lastAddress;
  };

  const addCaller = (use: CallerUse) => {
    const key = `${use.kind}:${use.id}:${use.day}`;
    const known = callers.get(key);
    if (!known) {
      callers.set(key, { ...use });
      return;
    }
    known.requests += use.requests;
    known.errors += use.errors;
  };

  const addCallerOf = (actor: Actor, counts: Pick<CallerUse, 'requests' | 'errors'>) => {
    const caller = callerOf(actor);
    if (caller) addCaller({ ...caller, ...counts, day: utcDay(clock.now()) });
  };

  const addError = ({ keyId, partnerId }: KeyActor, { requestId, route, ...failed }: FailedRequest) => {
    const ofKey = errors.get(keyId) ?? [];
    if (errorCount >= ERRORS_IN_ALL && ofKey.length === 0) return;
    errors.set(keyId, ofKey);
    const request = { route: route.slice(0, 200), request_id: requestId, created_at: clock.now() };
    ofKey.push({ ...failed, ...request, key_id: keyId, partner_id: partnerId });
    errorCount += 1;
    if (ofKey.length <= ERRORS_PER_FLUSH) return;
    ofKey.shift();
    errorCount -= 1;
  };

  const save = async (work: () => Promise<void>, keep: () => void) => {
    try {
      await work();
    } catch (error) {
      keep();
      onError(error);
    }
  };

  const write = async () => {
    const [ofKeys, ofCallers, failed] = [[...keys.values()], [...callers.values()], [...errors.values()].flat()];
    keys = new Map();
    callers = new Map();
    errors = new Map();
    errorCount = 0;
    if (ofKeys.length > 0)
      await save(
        () => addKeyUses(db, ofKeys),
        () => ofKeys.forEach(addKey),
      );
    if (ofCallers.length > 0)
      await save(
        () => addCallerUses(db, ofCallers),
        () => ofCallers.forEach(addCaller),
      );
    if (failed.length > 0)
      await save(
        () => addKeyErrors(db, failed),
        () => undefined,
      );
  };

  let writing: Promise<void> | undefined;
  const timer = setInterval(() => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }, FLUSH_MS);
  timer.unref();

  return {
    count(actor, address) {
      addCallerOf(actor, { requests: 1, errors: 0 });
      if (actor.kind !== 'partner_key') return;
      addKey({ id: actor.keyId, requests: 1, lastUsedAt: clock.now(), lastAddress: address });
    },
    fail(actor, failed) {
      addCallerOf(actor, { requests: 0, errors: 1 });
      if (actor.kind === 'partner_key') addError(actor, failed);
    },
    async stop() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
