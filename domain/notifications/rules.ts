import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from '../kernel/permissions.ts';
import type { NotificationKind } from './table.ts';

/** Who is notified of credits and payments. */
export const BILLING_ROLES = rolesWith('view_billing');
/** Who can do something about content that failed or came back. */
export const CONTENT_ROLES = rolesWith('manage_content');

function rolesWith(permission: Permission): readonly Role[] {
  return ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
}

/** Channels of a person. */
export interface Channels {
  in_page: boolean;
  by_mail: boolean;
}

/** Until a person chooses otherwise: mails only for what somebody should do something about. */
export const DEFAULT_CHANNELS: Readonly<Record<NotificationKind, Channels>> = {
  execution_finished: { in_page: true, by_mail: false },
  execution_failed: { in_page: true, by_mail: true },
  credits_low: { in_page: true, by_mail: true },
  credits_exhausted: { in_page: true, by_mail: true },
  payment_failed: { in_page: true, by_mail: true },
  mention: { in_page: true, by_mail: true },
  webhook_disabled: { in_page: true, by_mail: true },
  invitation_accepted: { in_page: true, by_mail: false },
  case_study_returned: { in_page: true, by_mail: true },
  content_assigned: { in_page: true, by_mail: true },
  review_requested: { in_page: true, by_mail: true },
  comment: { in_page: true, by_mail: false },
  content_approved: { in_page: true, by_mail: false },
  trigger_failed: { in_page: true, by_mail: true },
  trigger_paused: { in_page: true, by_mail: true },
  rescoring_paused: { in_page: true, by_mail: true },
  // The change itself queues a mail of its own, which waits for no other.
  security: { in_page: true, by_mail: false },
};

/** Unread notifications that a person has at most; further ones of the same kinds are left out until some are read. */
export const MOST_UNREAD = 200;
