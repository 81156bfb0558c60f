import type { Db } from '../../kernel/deps.ts';
import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type Channels, DEFAULT_CHANNELS } from '../rules.ts';
import { listNotificationsQuery } from '../schema.ts';
import { selectNotifications, selectSettings } from '../store.ts';
import { CHOSEN_KINDS, type ChosenKind } from '../table.ts';

/** Lists the person's notifications, newest first. */
export const listNotifications = operation({
  name: 'notifications.list',
  permission: 'console',
  params: nothing,
  input: listNotificationsQuery,
  run: ({ db }, { actor }, query) => selectNotifications(db, consolePersonOf(actor).userId, query),
});

/** The person's channels by kind. */
export interface NotificationSettings {
  userId: number;
  kinds: Record<ChosenKind, Channels>;
  /** Whether the service sends mails at all. */
  mail: boolean;
}

/** The person's choices, with the defaults where none was made. */
export const getNotificationSettings = operation({
  name: 'notifications.get_settings',
  permission: 'console',
  params: nothing,
  input: nothing,
  run: async ({ db, mail }, { actor }): Promise<NotificationSettings> => {
    const { userId } = consolePersonOf(actor);
    return { userId, kinds: await settingsOf(db, userId), mail: mail.isConfigured };
  },
});

/** The choices of a person, by kind. */
export async function settingsOf(db: Db, userId: number): Promise<Record<ChosenKind, Channels>> {
  const chosen = new Map((await selectSettings(db, userId)).map(({ kind, ...channels }) => [kind, channels]));
  const entries = CHOSEN_KINDS.map((kind) => [kind, chosen.get(kind) ?? DEFAULT_CHANNELS[kind]]);
  return Object.fromEntries(entries) as Record<ChosenKind, Channels>;
}
