import { z } from 'zod';
import { atLeastOneOf, pageQuery, recordId } from '../kernel/schema.ts';
import { CHOSEN_KINDS, type ChosenKind } from './table.ts';

export const notificationParams = z.object({ id: recordId.describe('Id of the notification.') });

export const listNotificationsQuery = z.object({
  unread: z.boolean().optional().describe('Only unread notifications.'),
  ...pageQuery(),
});

export const markAllReadBody = z.object({
  up_to: recordId.describe('The newest notification seen; later ones stay unread.'),
});

const channels = z.object({
  in_page: z.boolean().optional().describe('At the console.'),
  by_mail: z.boolean().optional().describe('By mail, at most one every ten minutes.'),
});

/** When people are notified, by kind. */
export const KIND_MEANING: Readonly<Record<ChosenKind, string>> = {
  execution_finished: 'An execution that you started completed.',
  execution_failed: 'An execution failed that you or a program started.',
  credits_low: 'The balance fell below the warning threshold.',
  credits_exhausted: 'The credits are used up.',
  payment_failed: 'A payment gateway reported a failed payment.',
  mention: 'Someone mentioned you in a comment.',
  webhook_disabled: 'The service switched off a webhook.',
  invitation_accepted: 'Someone you invited has joined.',
  case_study_returned: 'An administrator returned a submitted case study.',
  content_assigned: 'A content item was assigned to you.',
  review_requested: 'You were asked to review a content item.',
  comment: 'Someone commented on a content item assigned to you, or in a thread that you took part in.',
  content_approved: 'A content item was approved that is assigned to you or that you edited last.',
  trigger_failed: 'A trigger could not start its execution.',
  trigger_paused: 'The service switched off a trigger that cannot continue.',
  rescoring_paused: 'The service stopped the rescoring of a listing after consecutive failures.',
};

export const updateSettingsBody = z
  .object(
    Object.fromEntries(CHOSEN_KINDS.map((kind) => [kind, channels.optional().describe(KIND_MEANING[kind])])) as Record<
      ChosenKind,
      z.ZodOptional<typeof channels>
    >,
  )
  .meta(atLeastOneOf(...CHOSEN_KINDS));
