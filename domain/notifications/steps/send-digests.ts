import { z } from 'zod';
import { Attempts } from '../../kernel/attempts.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import type { NotificationValues } from '../../mail/texts/texts.ts';
import { selectDueDigests, takeForMail } from '../store.ts';
import type { NotificationKind } from '../table.ts';

/** A person gets at most one mail in this time; what happens meanwhile is in the next one. */
const PAUSE_MS = 10 * 60_000;
/** People in one round; the next one takes the others. */
const MOST_PEOPLE = 200;

/** Queues a mail for each person with notifications that wait for one. Each is a transaction of its own, so one failure stops no other. */
export const sendDigests = step({
  name: 'notifications.send_digests',
  input: nothing,
  output: z.object({ mails: z.int() }),
  async run(deps, call) {
    const due = await selectDueDigests(deps.db, new Date(deps.clock.now().getTime() - PAUSE_MS), MOST_PEOPLE);
    let mails = 0;
    const attempts = new Attempts();
    for (const { user_id: userId, partner_id: partnerId, email: recipient, language } of due) {
      await attempts.make(() =>
        deps.transaction(call, async (tx) => {
          const taken = await takeForMail(tx.em, tx.now, userId);
          const unread = taken.filter(({ read_at }) => read_at === null);
          if (unread.length === 0) return;
          const queued = await queueMail(
            tx,
            { deps, call },
            {
              template: 'notifications',
              partnerId,
              userId,
              recipient,
              language: language ?? 'en',
              values: valuesOf(unread.map(({ kind }) => kind)),
              path: '/console/notifications',
              expiresAt: new Date(tx.now.getTime() + DAY_MS),
            },
          );
          if (queued === 'queued') mails += 1;
        }),
      );
    }
    attempts.end((failed) => `${failed} mails with notifications were not queued.`);
    return { mails };
  },
});

function valuesOf(kinds: readonly NotificationKind[]): NotificationValues {
  const count = (wanted: NotificationKind) => kinds.filter((kind) => kind === wanted).length;
  const payments = count('payment_failed');
  return {
    count: kinds.length,
    failed: count('execution_failed'),
    ...(count('credits_low') > 0 && { credits: 'low' as const }),
    ...(count('credits_exhausted') > 0 && { credits: 'exhausted' as const }),
    ...(payments > 0 && { payments }),
  };
}
