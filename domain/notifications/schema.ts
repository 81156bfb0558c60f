import { z } from 'zod';
import { atLeastOneOf, pageQuery, recordId } from '../kernel/schema.ts';
import { CHOSEN_KINDS, type ChosenKind } from './table.ts';

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

/** When people are notified, by kind. */
export const KIND_MEANING: Readonly<Record<ChosenKind, string>> = {
  execution_finished: 'An execution that you started is completed.',
  execution_failed: 'An execution that you started has failed, or one that a program started.',
  credits_low: 'The balance has fallen below the warning threshold.',
  credits_exhausted: 'The credits are used up.',
  payment_failed: 'A payment gateway has reported that a payment failed.',
  mention: 'Somebody mentions you in a comment.',
  webhook_disabled: 'The service has switched a webhook off.',
  invitation_accepted: 'Somebody whom you invited has joined.',
  case_study_returned: 'An administrator has returned a submitted case study.',
  content_assigned: 'You are to write a content item.',
  review_requested: 'You are to review a content item.',
  comment: 'Somebody comments on a content item that you write, or in a thread where you wrote.',
  content_approved: 'A content item that you write, or were the last to edit, is approved.',
  trigger_failed: 'A trigger could not start its execution.',
  trigger_paused: 'The service has switched a trigger off that cannot go on.',
  rescoring_paused: 'The service has stopped scoring a listing at intervals, after failures in a row.',
};

export const updateSettingsBody = z
  .object(
    Object.fromEntries(CHOSEN_KINDS.map((kind) => [kind, channels.optional().describe(KIND_MEANING[kind])])) as Record<
      ChosenKind,
      z.ZodOptional<typeof channels>
    >,
  )
  .meta(atLeastOneOf(...CHOSEN_KINDS));
