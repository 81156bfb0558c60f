import { z } from 'zod';
import { MailError } from '../../../infra/mail/port.ts';
import type { Tx } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { renderMail } from '../render.ts';
import { countUnconfirmed, endMail, findQueuedMail, type MailReference } from '../store.ts';
import type { MailRow } from '../table.ts';
import type { MailValues } from '../texts/texts.ts';

/** How often a mail goes to a server that may have taken it: each time may be a copy in the mailbox. */
const MOST_UNCONFIRMED = 3;

const reference = z.object({ mailId: recordId, rowKey: z.string() });

/**
 * Hands a mail to the server, and records that it was taken. Returns whether it was. A crash between the two sends it twice,
 * with the same Message-ID; so does a server that takes mails without saying so, up to three times. Throws MailError.
 */
export const sendMail = step({
  name: 'mail.send',
  input: reference,
  output: z.boolean(),
  async run(deps, call, input) {
    const mail = await findQueuedMail(deps.db, input);
    if (!mail?.link) return false;
    if (deps.clock.now() >= mail.expires_at) {
      await deps.transaction(call, (tx) => endMail(tx.em, tx.now, input, { status: 'failed', reason: 'expired' }));
      return false;
    }
    const sending = deps.mail.send({
      to: mail.recipient,
      ...renderMail(mail.template, mail.language, valuesOf(mail), deps.secrets.open(mail.link)),
      messageId: `${mail.row_key}@${new URL(deps.mail.publicUrl).hostname}`,
      onBehalfOf: String(mail.partner_id),
      signal: call.signal,
    });
    try {
      await sending;
    } catch (error) {
      if (!(error instanceof MailError && error.kind === 'unconfirmed')) throw error;
      if (await deps.transaction(call, (tx) => endUnconfirmed(tx, input))) return false;
      throw error;
    }
    return deps.transaction(call, (tx) => endMail(tx.em, tx.now, input, { status: 'sent' }));
  },
});

/** Ends a mail that the server may have taken often enough; returns whether it did. */
async function endUnconfirmed(tx: Tx, mail: MailReference): Promise<boolean> {
  if ((await countUnconfirmed(tx.em, mail)) < MOST_UNCONFIRMED) return false;
  return endMail(tx.em, tx.now, mail, { status: 'failed', reason: 'unconfirmed' });
}

/** Gives a mail up for a failure class; false when it had already ended. */
export const failMail = step({
  name: 'mail.fail',
  input: reference.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...mail }) =>
    deps.transaction(call, (tx) => endMail(tx.em, tx.now, mail, { status: 'failed', reason })),
});

/** The row was written by `queueMail`, whose types tie the values to the template. */
function valuesOf({ values }: MailRow): MailValues[MailRow['template']] {
  return values as unknown as MailValues[MailRow['template']];
}
