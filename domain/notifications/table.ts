import { bigint, boolean, identity, oneOf, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';

/** Kinds of notifications whose channels people choose. */
export const CHOSEN_KINDS = [
  'execution_finished',
  'execution_failed',
  'credits_low',
  'credits_exhausted',
  'payment_failed',
  'mention',
  'webhook_disabled',
  'invitation_accepted',
  'case_study_returned',
  'content_assigned',
  'review_requested',
  'comment',
  'content_approved',
  'trigger_failed',
  'trigger_paused',
  'rescoring_paused',
] as const;
export type ChosenKind = (typeof CHOSEN_KINDS)[number];

/** What people are notified of. Changes of the own account are shown and mailed to everybody, at once. */
export const NOTIFICATION_KINDS = [...CHOSEN_KINDS, 'security'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** A notification of a person. */
export const notificationTable = table(
  'notification',
  {
    id: identity(),
    partner_id: bigint(),
    user_id: bigint(),
    kind: oneOf(NOTIFICATION_KINDS, 24),
    /** Type of the record that it is about. */
    record_type: varchar(40).nullable(),
    record_id: varchar(255).nullable(),
    /** What the record is called, where the number alone says little. */
    title: varchar(300).nullable(),
    /** Shown at the console; false: by mail only. */
    in_page: boolean(),
    /** Belongs in a mail. */
    by_mail: boolean(),
    read_at: timestamp().nullable(),
    /** When the mail that has it was queued. */
    mailed_at: timestamp().nullable(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: 90, setting: 'RETENTION_NOTIFICATION_DAYS' },
  { personal: ['text', 'activity'], people: { by: 'user_id', erased: 'deleted' } },
);
export type NotificationRow = Row<typeof notificationTable>;

/** The channels that a person chose for a kind; without a row the default holds. */
export const notificationSettingTable = table(
  'notification_setting',
  {
    user_id: bigint().key(),
    kind: oneOf(CHOSEN_KINDS, 24).key(),
    in_page: boolean(),
    by_mail: boolean(),
  },
  { because: 'At most one for each person and kind.' },
  {
    personal: ['activity'],
    of: [{ to: 'app_user', by: 'user_id' }],
    people: { by: 'user_id', erased: 'deleted' },
  },
);
