import { hash } from 'node:crypto';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { findRecord } from '../../domain/oauth/steps/find-record.ts';
import { saveRecord } from '../../domain/oauth/steps/save-record.ts';
import { DAY_S } from './lifetimes.ts';

const KIND = 'SignInAddress';
/** An address that nobody signed in from for so long is a stranger's again. */
const KEPT_MS = 180 * DAY_S * 1000;

type Services = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** Whether somebody has signed in with the e-mail address from this network before. */
export async function isKnownAddress(services: Services, email: string, network: string): Promise<boolean> {
  const record = await perform(services, findRecord, { kind: KIND, id: idOf(email, network) });
  return Number(record?.payload['until'] ?? 0) > services.clock.now().getTime();
}

/** Remembers that the user has signed in from this network. */
export async function rememberAddress(
  services: Services,
  { userId, email, network }: { userId: number; email: string; network: string },
): Promise<void> {
  const until = services.clock.now().getTime() + KEPT_MS;
  await perform(services, saveRecord, {
    kind: KIND,
    id: idOf(email, network),
    grantId: null,
    uid: null,
    userId,
    clientId: null,
    payload: { until },
    expiresAt: new Date(until).toISOString(),
  });
}

function idOf(email: string, network: string): string {
  return hash('sha256', `${email.trim().toLowerCase()} ${network}`, 'hex');
}
