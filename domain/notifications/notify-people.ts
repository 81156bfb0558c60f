import type { Tx } from '../kernel/deps.ts';
import type { Role } from '../kernel/permissions.ts';
import { DEFAULT_CHANNELS } from './rules.ts';
import { INSERT_NOTIFICATIONS } from './store.ts';
import type { NotificationKind } from './table.ts';

/** A notification to make. */
export interface NewNotification {
  partnerId: number;
  kind: NotificationKind;
  /** One person of the partner, or everyone with one of these roles. */
  to: { userId: number } | { roles: readonly Role[] };
  record?: { type: string; id: number | string } | undefined;
  /** What the record is called. */
  title?: string | undefined;
}

const MOST_TITLE = 300;

/** Notifies people in the transaction of the cause, with its commit: no round trip more, whatever their number. */
export function notifyPeople(tx: Tx, { partnerId, kind, to, record, title }: NewNotification): void {
  const { in_page, by_mail } = DEFAULT_CHANNELS[kind];
  tx.beforeCommit({
    text: INSERT_NOTIFICATIONS,
    values: [
      tx.now,
      partnerId,
      kind,
      'userId' in to ? to.userId : null,
      'userId' in to ? [] : [...to.roles],
      record?.type ?? null,
      record === undefined ? null : String(record.id),
      title?.slice(0, MOST_TITLE) ?? null,
      in_page,
      by_mail,
    ],
  });
}
