import { ActivityCancellationType, setCurrentDetails } from '@temporalio/workflow';
import type { MailSteps } from '../../activities/mail.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { MailDeliveryInput } from './contract.ts';

/**
 * Retries cover a mail server that is away or asks to come back (4xx), as RFC 5321, section 4.5.4.1 expects of senders; the
 * step itself ends a mail whose link has expired. A permanent refusal (5xx) is not retried. The wait behind other mails
 * counts.
 */
const { sendMail } = proxySteps<MailSteps, 'mail'>('mail', {
  scheduleToCloseTimeout: '7d',
  startToCloseTimeout: '3m',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '2s', maximumInterval: '10m' },
});

const { failMail } = proxyTransitions<MailSteps>();

/** Sends a mail until the server has taken it, refused it for good, or its link has expired. */
export function mailDelivery(reference: MailDeliveryInput): Promise<void> {
  return runJob(
    async () => {
      setCurrentDetails('**sending**');
      const sent = await sendMail.executeWithOptions({ summary: 'hand it to the mail server' }, [reference]);
      setCurrentDetails(sent ? '**sent**' : '**not sent**: its link had expired, it had ended, or was never confirmed');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\``);
      return failMail({ ...reference, reason });
    },
  );
}
