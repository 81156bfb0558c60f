import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listEvents as listRows } from '../event-store.ts';
import { requireOwnRecords } from '../named-records.ts';
import { rangeOfDays } from '../rules.ts';
import { listEventsQuery } from '../schema.ts';
import type { EventPage } from '../types.ts';

/** The events that overlap a range of days, in the order in which they begin. */
export const listEvents = operation({
  name: 'gtm_schedule.list_events',
  permission: 'view_content',
  params: nothing,
  input: listEventsQuery,
  async run(deps, call, { page, per_page, ...query }): Promise<EventPage> {
    await requireOwnRecords(deps, call, query);
    const range = rangeOfDays(query.start_date, query.end_date);
    const rows = await listRows(deps.db, { partnerId: partnerOf(call), range, filter: query }, { page, per_page });
    return { ...rows, query };
  },
});
