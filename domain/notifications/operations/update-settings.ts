import { differs } from '../../kernel/differs.ts';
import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { lockUser } from '../../users/store.ts';
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
  lock: (tx, { actor }) => lockUser(tx.em, consolePersonOf(actor).userId),
  async change(tx, { deps, call, input }): Promise<NotificationSettings> {
    const { userId } = consolePersonOf(call.actor);
    await lockUser(tx.em, userId);
    const before = await settingsOf(tx.em, userId);
    const changed = CHOSEN_KINDS.filter((kind) => differs(before[kind], input[kind] ?? {}));
    if (changed.length === 0) tx.unchanged();
    for (const kind of changed) await saveSetting(tx.em, userId, kind, input[kind] ?? {});
    return { userId, kinds: await settingsOf(tx.em, userId), mail: deps.mail.isConfigured };
  },
  audit: ({ userId }, { input }) => ({ type: 'user', id: userId, details: { notifications: Object.keys(input) } }),
});
