import { z } from 'zod';
import { runningStack } from './running-stack.ts';
import { waitUntil } from './wait-until.ts';

const mails = z.object({
  data: z.array(
    z.object({ subject: z.string(), text: z.string(), html: z.string(), headers: z.record(z.string(), z.string()) }),
  ),
});

/** A mail that was caught. */
export type SentMail = z.output<typeof mails>['data'][number];

/** The mails to an address, the newest first. */
export async function mailsTo(address: string): Promise<SentMail[]> {
  const url = new URL(`/mails?to=${encodeURIComponent(address)}`, runningStack().mailUrl);
  return mails.parse(await (await fetch(url)).json()).data;
}

/** Waits for the nth mail to an address, and returns the newest. */
export function mailTo(address: string, nth = 1): Promise<SentMail> {
  return waitUntil(`mail ${nth} to ${address}`, async () => {
    const found = await mailsTo(address);
    return found.length >= nth && found[0];
  });
}

/** The secret in the link of a mail. */
export function secretIn({ text }: Pick<SentMail, 'text'>): string {
  return /\/oauth\/link#([0-9A-Za-z]{43})/.exec(text)?.[1] ?? '';
}
