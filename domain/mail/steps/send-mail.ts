import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { renderMail } from '../render.ts';
import { endMail, findQueuedMail } from '../store.ts';
import type { MailRow } from '../table.ts';
import type { MailValues } from '../texts/texts.ts';

const reference = z.object({ mailId: recordId, rowKey: z.string() });

/**
 * Hands a mail to the server, and records that it was taken. Returns whether it was. A crash between the two sends it twice,
 * with the same Message-ID. Throws MailError.
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
    await deps.mail.send({
      to: mail.recipient,
      ...renderMail(mail.template, mail.language, valuesOf(mail), deps.secrets.open(mail.link)),
      messageId: `${mail.row_key}@${new URL(deps.mail.publicUrl).hostname}`,
      onBehalfOf: String(mail.partner_id),
      signal: call.signal,
    });
    return deps.transaction(call, (tx) => endMail(tx.em, tx.now, input, { status: 'sent' }));
  },
});

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
