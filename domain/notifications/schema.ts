import { z } from 'zod';
import { atLeastOneOf, pageQuery, recordId } from '../kernel/schema.ts';
import { CHOSEN_KINDS } from './table.ts';

export const notificationParams = z.object({ id: recordId.describe('Id of the notification.') });

export const listNotificationsQuery = z.object({
  unread: z.boolean().optional().describe('Only those that have not been read.'),
  ...pageQuery(),
});

export const markAllReadBody = z.object({
  up_to: recordId.describe('The newest notification that the person has seen: later ones stay unread.'),
});

const channels = z.object({
  in_page: z.boolean().optional().describe('At the console.'),
  by_mail: z.boolean().optional().describe('In a mail, at most one in ten minutes.'),
});

export const updateSettingsBody = z
  .object(
    Object.fromEntries(CHOSEN_KINDS.map((kind) => [kind, channels.optional()])) as Record<
      (typeof CHOSEN_KINDS)[number],
      z.ZodOptional<typeof channels>
    >,
  )
  .meta(atLeastOneOf(...CHOSEN_KINDS));
