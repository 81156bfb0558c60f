import { perform } from '../domain/kernel/step.ts';
import { listStaleMails } from '../domain/mail/steps/housekeeping.ts';
import { failMail, sendMail } from '../domain/mail/steps/send-mail.ts';
import { MAIL_DELIVERY } from '../workflows/mail-delivery/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Mails to people. */
export const mailDelivery = {
  contract: MAIL_DELIVERY,
  steps: { transitions: { failMail }, mail: { sendMail } },
  owner: {
    name: 'mail',
    stale: listStaleMails,
    end: (deps, mail, reason) => perform(deps, failMail, { ...mail, reason }),
  },
} as const satisfies Flow<typeof MAIL_DELIVERY>;

export type MailSteps = Activities<typeof mailDelivery>;
