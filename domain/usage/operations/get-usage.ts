import { warnsBelow } from '../../credits/rules.ts';
import { readAccount, readCaptures, readKeyDays } from '../../credits/store.ts';
import { utcDay } from '../../kernel/days.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { keyFamilyOf } from '../../partner-keys/rules.ts';
import { selectActiveKeys } from '../../partner-keys/store.ts';
import { getPartnerById } from '../../partners/target.ts';
import { PLAN_REQUESTS, peopleRequests } from '../../rate-limits/rules.ts';
import { usedToday } from '../../rate-limits/store.ts';
import { summarizeUsage, type UsageData, usageStart } from '../rules.ts';

/** The caller's balance, usage and limits. */
export const getUsage = operation({
  name: 'credits.read_usage',
  permission: 'partner',
  params: nothing,
  input: nothing,
  run: (deps, call): Promise<UsageData> => readUsage(deps, partnerOf(call)),
});

/** Days that a usage page covers, today included. */
const DAYS = 30;

/** A partner's balance, usage and limits. */
export async function readUsage({ db, clock }: Pick<Deps, 'db' | 'clock'>, partnerId: number): Promise<UsageData> {
  const now = clock.now();
  const [partner, account, captures, requests, keys] = await Promise.all([
    getPartnerById(db, partnerId),
    readAccount(db, partnerId),
    readCaptures(db, partnerId, usageStart(now, DAYS)),
    usedToday(db, partnerId),
    selectActiveKeys(db, partnerId),
  ]);
  const usedByFamily = await readKeyDays(db, keys.map(keyFamilyOf), utcDay(now));
  return {
    partnerId,
    plan: partner.plan,
    balance: account.balance,
    held: account.held,
    debt: account.debt,
    low: account.is_low,
    warnsBelow: warnsBelow(account),
    limits: PLAN_REQUESTS[partner.plan],
    requestsToday: requests.programs,
    people: { ...peopleRequests(partner.plan), requestsToday: requests.people },
    keys: keys.map((key) => ({
      id: key.id,
      prefix: key.prefix,
      daily_credit_limit: key.daily_credit_limit,
      used_today: usedByFamily.get(keyFamilyOf(key)) ?? 0,
    })),
    usage: summarizeUsage(captures, now, DAYS),
  };
}
