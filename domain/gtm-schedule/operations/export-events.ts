import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { eventBatches } from '../event-store.ts';
import { rangeOfDays } from '../rules.ts';
import { type EXPORT_FORMATS, exportEventsQuery, referencedRecords, requireOwnRecords } from '../schema.ts';
import type { EventQuery, GtmEventRow } from '../table.ts';

/** The events of a range for a file, read while the file is written. */
export interface EventExport {
  format: (typeof EXPORT_FORMATS)[number];
  bom: boolean;
  query: EventQuery;
  partnerName: string;
  batches: AsyncIterable<GtmEventRow[]>;
}

/** All events that overlap a range of days. */
export const exportEvents = operation({
  name: 'gtm_schedule.export_events',
  permission: 'view_content',
  params: nothing,
  references: referencedRecords,
  input: exportEventsQuery,
  async run(deps, call, { format, bom, ...query }): Promise<EventExport> {
    await requireOwnRecords(deps, call, query);
    const partnerId = partnerOf(call);
    const range = rangeOfDays(query.start_date, query.end_date);
    return {
      format,
      bom,
      query,
      partnerName: (await getPartnerById(deps.db, partnerId)).name,
      batches: eventBatches(deps.bulkReads(String(partnerId)), { partnerId, range, filter: query }),
    };
  },
});
