import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { updateSettingsBody } from '../schema.ts';
import { saveSetting } from '../store.ts';
import { CHOSEN_KINDS } from '../table.ts';
import { type NotificationSettings, settingsOf } from './reads.ts';

/** Changes the person's channels; what is left out stays. */
export const updateNotificationSettings = operation({
  name: 'notifications.update_settings',
  permission: 'console',
  params: nothing,
  input: updateSettingsBody,
  async change(tx, { deps, call, input }): Promise<NotificationSettings> {
    const { userId } = consolePersonOf(call.actor);
    for (const kind of CHOSEN_KINDS) {
      const channels = input[kind];
      if (channels) await saveSetting(tx.em, userId, kind, channels);
    }
    return { userId, kinds: await settingsOf(tx.em, userId), mail: deps.mail.isConfigured };
  },
  audit: ({ userId }, { input }) => ({ type: 'user', id: userId, details: { notifications: Object.keys(input) } }),
});
