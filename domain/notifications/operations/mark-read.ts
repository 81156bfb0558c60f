import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound, notYours } from '../../kernel/errors.ts';
import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { markAllReadBody, notificationParams } from '../schema.ts';
import { findNotification, markAllRead, markRead } from '../store.ts';
import type { NotificationRow } from '../table.ts';

/** Marks one notification as read. */
export const readNotification = operation({
  name: 'notifications.read',
  permission: 'console',
  params: notificationParams,
  target: ownNotification,
  input: nothing,
  async change(tx, { target }): Promise<NotificationRow> {
    if (!(await markRead(tx.em, tx.now, target.id))) tx.unchanged();
    return { ...target, read_at: target.read_at ?? tx.now };
  },
  audit: ({ id }) => ({ type: 'notification', id }),
});

/** Marks what the person has seen as read. */
export const readNotifications = operation({
  name: 'notifications.read_all',
  permission: 'console',
  params: nothing,
  input: markAllReadBody,
  async change(tx, { call, input: { up_to } }) {
    const { userId } = consolePersonOf(call.actor);
    const read = await markAllRead(tx.em, tx.now, userId, up_to);
    if (read === 0) tx.unchanged();
    return { userId, read };
  },
  audit: ({ userId, read }) => ({ type: 'user', id: userId, details: { notifications_read: read } }),
});

/** The caller's own notification; 404 when there is none, 403 when it is another person's. */
async function ownNotification({ db }: Deps, { actor }: Call, { id }: { id: number }): Promise<NotificationRow> {
  const found = await findNotification(db, id);
  if (!found) throw notFound('Notification');
  if (found.user_id !== consolePersonOf(actor).userId) throw notYours('Notification');
  return found;
}
