import type { Tx } from '../kernel/deps.ts';
import { endMailsTo } from './store.ts';
import type { MailTemplate } from './texts/texts.ts';

/** Gives up the mails to a person that wait, in the transaction of what makes them pointless: all, or those of a kind. */
export async function withdrawMails(tx: Tx, userId: number, template?: MailTemplate): Promise<void> {
  await endMailsTo(tx.em, tx.now, { userId, template }, 'withdrawn');
}
