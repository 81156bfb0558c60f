import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { findEventRow } from '../store.ts';

/** Whose an event is, once that was read from it; null for one of nobody, and one that is gone. */
export const findEventPartner = step({
  name: 'payments.find_partner',
  input: z.object({ eventId: recordId, rowKey: z.string() }),
  output: recordId.nullable(),
  async run({ db }, _call, { eventId, rowKey }) {
    const event = await findEventRow(db, eventId);
    return event?.row_key === rowKey ? event.partner_id : null;
  },
});
