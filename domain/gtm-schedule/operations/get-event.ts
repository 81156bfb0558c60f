import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { eventParams } from '../schema.ts';
import type { GtmEventRow } from '../table.ts';
import { ownEvent } from '../target.ts';

/** One event of the schedule. */
export const getEvent = operation({
  name: 'gtm_schedule.get_event',
  permission: 'view_content',
  params: eventParams,
  target: ownEvent,
  input: nothing,
  run: async (_deps, _call, _input, event): Promise<GtmEventRow> => event,
});

/** One event of the schedule for a file that calendars take. */
export const getEventFile = operation({
  name: 'gtm_schedule.get_event_file',
  permission: 'view_content',
  params: eventParams,
  target: ownEvent,
  input: nothing,
  run: async (deps, call, _input, event) => ({
    event,
    partnerName: (await getPartnerById(deps.db, partnerOf(call))).name,
  }),
});
