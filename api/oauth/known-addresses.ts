import { hash } from 'node:crypto';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { findRecord, saveRecord } from '../../domain/oauth/steps/records.ts';
import { DAY_S } from './options.ts';

const KIND = 'SignInAddress';
/** An address counts as unknown again this long after the last sign-in from it. */
const REMEMBERED_MS = 180 * DAY_S * 1000;

type Services = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** Whether the user with this e-mail address has signed in from this network before. */
export async function isKnownAddress(services: Services, email: string, network: string): Promise<boolean> {
  const record = await perform(services, findRecord, { kind: KIND, id: idOf(email, network) });
  return Number(record?.payload['until'] ?? 0) > services.clock.now().getTime();
}

/** Records that the user has signed in from this network. */
export async function rememberAddress(
  services: Services,
  { userId, email, network }: { userId: number; email: string; network: string },
): Promise<void> {
  const until = services.clock.now().getTime() + REMEMBERED_MS;
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
