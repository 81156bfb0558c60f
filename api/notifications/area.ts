import { z } from 'zod';
import { readNotification, readNotifications } from '../../domain/notifications/operations/mark-read.ts';
import {
  getNotificationSettings,
  listNotifications,
  type NotificationSettings,
} from '../../domain/notifications/operations/reads.ts';
import { updateNotificationSettings } from '../../domain/notifications/operations/update-settings.ts';
import { KIND_MEANING } from '../../domain/notifications/schema.ts';
import {
  CHOSEN_KINDS,
  type ChosenKind,
  NOTIFICATION_KINDS,
  type NotificationRow,
} from '../../domain/notifications/table.ts';
import { area } from '../area.ts';
import { countSchema, datetimeSchema, one, page, record, resource } from '../resource.ts';
import { route } from '../route.ts';

/** A notification of a person. */
export const notificationResource = resource({
  type: 'notification',
  attributes: {
    kind: z
      .enum(NOTIFICATION_KINDS)
      .describe('What happened; `security` is a change of your own account, which has no settings.'),
    record_type: z.string().nullable().describe('Type of the record concerned.'),
    record_id: z
      .string()
      .nullable()
      .describe('Number or name of that record; for `security`, what was changed. null if there is no record.'),
    title: z.string().nullable().describe('Display name of that record.'),
    read_at: datetimeSchema.nullable().describe('When it was marked as read; null if unread.'),
    created_at: datetimeSchema,
  },
  present: (_notification: NotificationRow) => ({ attributes: {} }),
});

const channels = z.object({
  in_page: z.boolean().describe('At the console.'),
  by_mail: z.boolean().describe('By mail, at most one every ten minutes.'),
});
const kinds = Object.fromEntries(CHOSEN_KINDS.map((kind) => [kind, channels.describe(KIND_MEANING[kind])])) as Record<
  ChosenKind,
  typeof channels
>;

/** The person's channels by kind. */
export const notificationSettingsResource = resource({
  type: 'notification_settings',
  attributes: { ...kinds, mail: z.boolean().describe('Whether the service sends mail at all.') },
  present: ({ userId, kinds, mail }: NotificationSettings) => ({ id: userId, attributes: { ...kinds, mail } }),
});

const readResult = record(
  z.object({ read: countSchema.describe('Number of notifications that were unread before.') }),
  (_result: { read: number }) => ({}),
);

export const notificationsArea = area({
  tag: {
    name: 'Notifications',
    group: 'Account',
    description:
      'Notifications for people at the console, kept for 90 days, and their settings. Programs receive the same events through webhooks.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/notifications',
      summary: 'List your notifications, newest first',
      extension: true,
      operation: listNotifications,
      body: page(notificationResource),
    }),

    route({
      method: 'POST',
      path: '/app/notifications/{id}/read',
      operationId: 'setNotificationRead',
      summary: 'Mark a notification as read',
      extension: true,
      operation: readNotification,
      body: one(notificationResource),
    }),

    route({
      method: 'POST',
      path: '/app/notifications/read',
      operationId: 'setNotificationsRead',
      summary: 'Mark notifications as read, up to the newest one you have seen',
      extension: true,
      operation: readNotifications,
      body: one(readResult),
    }),

    route({
      method: 'GET',
      path: '/app/me/notification-settings',
      operationId: 'getNotificationSettings',
      summary: 'Notification settings, by kind',
      extension: true,
      operation: getNotificationSettings,
      body: one(notificationSettingsResource),
    }),

    route({
      method: 'PATCH',
      path: '/app/me/notification-settings',
      operationId: 'updateNotificationSettings',
      summary: 'Change notification settings; omitted ones stay unchanged',
      extension: true,
      operation: updateNotificationSettings,
      body: one(notificationSettingsResource),
    }),
  ],
});
