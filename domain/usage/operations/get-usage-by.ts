import { z } from 'zod';
import type { CountedCaller } from '../../kernel/callers.ts';
import { invalid } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { withDayRange } from '../../kernel/schema.ts';
import { findCallerNames } from '../caller-name-store.ts';
import {
  groupUse,
  MAX_USAGE_DAYS,
  USAGE_GROUPS,
  type UsageGroup,
  type UsedEntry,
  type UseOfDay,
  type UseSums,
  usageDays,
} from '../grouped.ts';
import { selectUse } from '../store.ts';

/** Usage of some days by key, person, program or capability. */
export interface GroupedUsage {
  partnerId: number;
  group: UsageGroup;
  from: string;
  to: string;
  total: UseSums;
  daily: UseOfDay[];
  entries: (Omit<UsedEntry, 'entry'> & {
    id: number | null;
    slug: string | null;
    name: string | null;
    prefix: string | null;
  })[];
  /** Entries that are in the totals only. */
  others: number;
}

/** Whose rows of the rollups a group has. */
const CALLERS: Record<Exclude<UsageGroup, 'capability'>, CountedCaller> = {
  key: 'partner_key',
  person: 'user',
  program: 'client',
};

/** Requests and credits by day, for each key, person, program or capability. Reads rollups by one index, a row for each entry and day. */
export const getUsageBy = operation({
  name: 'usage.get_by',
  permission: 'view_billing',
  params: nothing,
  input: withDayRange({
    group: z.enum(USAGE_GROUPS).default('key').describe('How to group the usage.'),
  }).describe(`At most ${MAX_USAGE_DAYS} days; defaults to the last 30.`),
  run: async ({ db, clock }, call, { group, ...given }): Promise<GroupedUsage> => {
    const days = usageDays(clock.now(), given);
    if (!days) throw invalid({ to: [`Must be at most ${MAX_USAGE_DAYS} days after \`from\`, both included.`] });
    const partnerId = partnerOf(call);
    const range = { from: days.at(0) ?? '', to: days.at(-1) ?? '' };
    const { entries, ...sums } = groupUse(
      await selectUse(db, partnerId, group === 'capability' ? group : CALLERS[group], range),
      days,
    );
    const names =
      group === 'capability'
        ? undefined
        : await findCallerNames(
            db,
            partnerId,
            CALLERS[group],
            entries.map(({ entry }) => Number(entry)),
          );
    return {
      partnerId,
      group,
      ...range,
      ...sums,
      entries: entries.map(({ entry, ...used }) => ({
        ...used,
        id: names ? Number(entry) : null,
        slug: names ? null : entry,
        name: names?.get(Number(entry))?.name ?? null,
        prefix: names?.get(Number(entry))?.prefix ?? null,
      })),
    };
  },
});
