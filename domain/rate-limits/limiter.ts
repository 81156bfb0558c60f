import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { RecentRefusals, type Refusal } from './refusals.ts';
import type { Limit, LimitGroup } from './rules.ts';
import { refund, takeBatch } from './store.ts';

/** Result of the limits for one request. */
export interface RateLimitResult {
  /** stale: read the credential again and repeat; nothing was counted. */
  outcome: 'admitted' | 'refused' | 'stale';
  /** The tightest limit (least remaining); for a refusal, the one that lasts longest. */
  limit: Limit;
  remaining: number;
  /** End of the window, whole seconds of the epoch. */
  resetAt: number;
  /** Whole seconds until then, at least 1. */
  resetInSeconds: number;
}

/** Counts requests against limits shared by all processes. */
export interface RateLimiter {
  /**
   * Counts one request against all limits of its group, or against none. Throws SERVICE_UNAVAILABLE when overloaded,
   * and the database's errors.
   */
  take(group: LimitGroup): Promise<RateLimitResult>;
  /** Whether the copy of the credential behind the group is still current; counts nothing. Throws as `take` does. */
  isCurrent(group: LimitGroup): Promise<boolean>;
  /** Uncounts one request, for limits that only count failures. */
  refund(group: LimitGroup): Promise<void>;
}

interface Waiting {
  group: LimitGroup;
  settle: {
    resolve: (outcome: RateLimitResult['outcome'], answers: Answers) => void;
    reject: (error: unknown) => void;
  }[];
}

/** Requests that may wait for the next call; beyond this, the database does not keep up. */
const MAX_WAITING = 5_000;
const MAX_GROUPS_PER_CALL = 200;

/**
 * Rate limits over counters in the database, shared by all processes. Each process keeps one call in flight and everything
 * that arrives meanwhile goes with the next (group commit), so the cost of a call is shared where it matters: under load.
 */
export function createRateLimiter({ db }: Pick<Deps, 'db'>): RateLimiter {
  let waiting = new Map<string, Waiting>();
  let waitingRequests = 0;
  let busy = false;
  const refusals = new RecentRefusals();

  const run = async () => {
    while (waiting.size > 0) {
      const groups = nextGroups();
      try {
        const wanted = groups.map(({ group, settle }) => ({ ...group, requests: settle.length }));
        settle(groups, answersOf(await takeBatch(db, wanted)));
      } catch (error) {
        for (const { settle } of groups) for (const { reject } of settle) reject(error);
      }
    }
    busy = false;
  };

  function nextGroups(): Waiting[] {
    if (waiting.size <= MAX_GROUPS_PER_CALL) {
      const all = [...waiting.values()];
      waiting = new Map();
      waitingRequests = 0;
      return all;
    }
    const some: Waiting[] = [];
    for (const [id, entry] of waiting) {
      some.push(entry);
      waiting.delete(id);
      waitingRequests -= entry.settle.length;
      if (some.length === MAX_GROUPS_PER_CALL) break;
    }
    return some;
  }

  function enqueue(group: LimitGroup, settle: Waiting['settle'][number]): void {
    if (waitingRequests >= MAX_WAITING) {
      settle.reject(new AppError('SERVICE_UNAVAILABLE', 'The service is overloaded.', { retryAfterSeconds: 1 }));
      return;
    }
    waitingRequests += 1;
    const entry = waiting.get(group.id);
    if (entry) entry.settle.push(settle);
    else waiting.set(group.id, { group, settle: [settle] });
    if (busy) return;
    busy = true;
    // Runs after the sockets that are readable now, so that their requests share the call.
    setImmediate(run);
  }

  return {
    refund: ({ id, limits }) => {
      refusals.forget(id);
      return refund(db, limits);
    },
    take: (group) =>
      new Promise((resolve, reject) => {
        const refusal = refusals.find(group.id);
        if (refusal) {
          resolve(resultOf('refused', { ...refusal, remaining: 0 }));
          return;
        }
        enqueue(group, {
          resolve(outcome, answers) {
            const state = tightest(group.limits, answers);
            if (outcome === 'refused') refusals.add(group.id, state);
            resolve(resultOf(outcome, state));
          },
          reject,
        });
      }),
    isCurrent: (group) =>
      new Promise((resolve, reject) => {
        if (group.versions === null) {
          resolve(true);
          return;
        }
        const withoutLimits = { ...group, id: `current:${group.id}`, limits: [] };
        enqueue(withoutLimits, { resolve: (outcome) => resolve(outcome !== 'stale'), reject });
      }),
  };
}

/** A counter's figure as requests go by, and the end of its window in milliseconds of the epoch. */
interface CounterState {
  count: number;
  endsAt: number;
}

interface Answers {
  now: number;
  counters: Map<string, CounterState>;
  admitted: number[];
}

function answersOf({ now, keys, counts, ends, admitted }: Awaited<ReturnType<typeof takeBatch>>): Answers {
  const counters = new Map(keys.map((key, index) => [key, { count: counts[index] ?? 0, endsAt: ends[index] ?? 0 }]));
  return { now, counters, admitted };
}

/** Replays the groups in the database's order, so that each request gets its own remaining count. */
function settle(groups: readonly Waiting[], answers: Answers): void {
  groups.forEach(({ group, settle }, index) => {
    const admitted = answers.admitted[index] ?? 0;
    settle.forEach(({ resolve }, request) => {
      const outcome = admitted < 0 ? 'stale' : request < admitted ? 'admitted' : 'refused';
      if (outcome === 'admitted') for (const { counter } of group.limits) count(answers.counters, counter);
      resolve(outcome, answers);
    });
  });
}

function count(counters: Map<string, CounterState>, counter: string): void {
  const state = counters.get(counter);
  if (state) state.count += 1;
}

interface LimitState extends Refusal {
  remaining: number;
}

function tightest(limits: readonly Limit[], { counters, now }: Answers): LimitState {
  let found: { limit: Limit; remaining: number; endsAt: number } | undefined;
  for (const limit of limits) {
    const state = counters.get(limit.counter);
    if (!state) continue;
    const remaining = Math.max(0, limit.max - state.count);
    const tighter = !found || remaining < found.remaining;
    if (tighter || (found && remaining === found.remaining && state.endsAt > found.endsAt)) {
      found = { limit, remaining, endsAt: state.endsAt };
    }
  }
  if (!found) throw new Error('A limit group has no limits.');
  return { ...found, now };
}

function resultOf(outcome: RateLimitResult['outcome'], { limit, remaining, endsAt, now }: LimitState): RateLimitResult {
  return {
    outcome,
    limit,
    remaining,
    resetAt: Math.ceil(endsAt / 1000),
    resetInSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
  };
}
