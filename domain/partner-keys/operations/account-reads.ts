import { selectCallerDays, selectKeyErrors } from '../../caller-use/store.ts';
import type { KeyErrorRow } from '../../caller-use/table.ts';
import { readCallerCredits } from '../../credits/store.ts';
import { utcDay, utcDayBefore } from '../../kernel/days.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownKeyFromPath } from '../account-keys.ts';
import { keyFamilyOf } from '../rules.ts';
import { ownKeyParams } from '../schema.ts';
import { type KeySums, selectKeySums, selectKeys } from '../store.ts';
import type { PartnerKeyRow } from '../table.ts';

/** Days that the use of a key is shown for, today included. */
const USE_DAYS = 30;

/** Sums of the use of a key, and of those it was rotated from. */
export interface UsedKey {
  key: PartnerKeyRow;
  use: KeySums;
}

/** Lists the keys of the person's partner with their use, newest first and unpaged. */
export const listAccountKeys = operation({
  name: 'partner_keys.list_own',
  permission: 'console_admin',
  params: nothing,
  input: nothing,
  run: async (deps, call): Promise<UsedKey[]> => {
    const partnerId = partnerOf(call);
    return withUse(deps, partnerId, await selectKeys(deps.db, partnerId));
  },
});

/** Use of a key, and of those it was rotated from, on a UTC day. */
export interface KeyDay {
  date: string;
  requests: number;
  errors: number;
  credits: number;
}

/** A key with its days and its last errors. */
export interface KeyInDetail extends UsedKey {
  /** Oldest first, ends today. */
  daily: KeyDay[];
  errors: KeyErrorRow[];
}

/** A key of the person's partner with its use by day and its last errors. */
export const getAccountKey = operation({
  name: 'partner_keys.get_own',
  permission: 'console_admin',
  params: ownKeyParams,
  target: ownKeyFromPath,
  input: nothing,
  run: async (deps, _call, _input, key): Promise<KeyInDetail> => {
    const { db, clock } = deps;
    const caller = { partnerId: key.partner_id, kind: 'partner_key', id: keyFamilyOf(key) } as const;
    const range = rangeOf(clock.now());
    const [[used], days, credits, errors] = await Promise.all([
      withUse(deps, key.partner_id, [key]),
      selectCallerDays(db, caller, range),
      readCallerCredits(db, caller, range),
      selectKeyErrors(db, key.partner_id, key.id),
    ]);
    const daily = Array.from({ length: USE_DAYS }, (_, index): KeyDay => {
      const date = utcDayBefore(clock.now(), USE_DAYS - 1 - index);
      const { requests = 0, errors: failed = 0 } = days.find(({ day }) => day === date) ?? {};
      const { used: spent = 0 } = credits.find(({ day }) => day === date) ?? {};
      return { date, requests, errors: failed, credits: spent };
    });
    return { key, use: used?.use ?? NO_USE, daily, errors };
  },
});

const NO_USE: KeySums = { requests_today: 0, requests: 0, errors: 0, credits_today: 0, credits: 0 };

function rangeOf(now: Date): { from: string; to: string } {
  return { from: utcDayBefore(now, USE_DAYS - 1), to: utcDay(now) };
}

async function withUse(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  partnerId: number,
  keys: readonly PartnerKeyRow[],
): Promise<UsedKey[]> {
  const sums = await selectKeySums(db, partnerId, [...new Set(keys.map(keyFamilyOf))], rangeOf(clock.now()));
  return keys.map((key) => ({ key, use: sums.get(keyFamilyOf(key)) ?? NO_USE }));
}
