import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { SecurityChange } from '../mail/texts/texts.ts';
import { findUser } from './store.ts';
import type { UserRow } from './table.ts';

/** A mail that could not go for this long says nothing that helps. */
const MAILED_WITHIN_MS = 3 * DAY_MS;

/** What the report of a change of an account needs. */
export type ReportDeps = Pick<Deps, 'mail' | 'secrets' | 'ids' | 'onSecurityChange'>;

/** A change of how a person signs in, or of what the person may do. */
export interface SecurityReport {
  change: SecurityChange;
  /** Name of the passkey, the new role, or browser and network. */
  detail?: string;
  /** Of the page on which it happened, for people who have chosen no language; BCP 47. */
  language?: string;
}

/**
 * Notifies a person of a change of the own account, in its transaction: at the console, and by a mail that nobody can switch off.
 * People who cannot sign in are not notified.
 */
export async function reportSecurityChange(
  tx: Tx,
  { deps, call }: { deps: ReportDeps; call: Pick<Call, 'actor' | 'requestId'> },
  user: UserRow,
  { change, detail = '', language = 'en' }: SecurityReport,
): Promise<void> {
  if (user.status !== 'active' || user.joined_at === null) return;
  const { id: userId, partner_id: partnerId } = user;
  for (const act of deps.onSecurityChange) act(tx, { partnerId, userId, change, detail: detail || null });
  await queueMail(
    tx,
    { deps, call },
    {
      template: 'security',
      partnerId,
      userId,
      recipient: user.email,
      language: user.language ?? language,
      values: {
        change,
        detail,
        ...(await authorOf(tx, call, userId)),
        at: tx.now.toISOString(),
        zone: user.time_zone ?? 'UTC',
      },
      path: '/console/security',
      expiresAt: new Date(tx.now.getTime() + MAILED_WITHIN_MS),
    },
  );
}

async function authorOf(tx: Tx, { actor }: Pick<Call, 'actor'>, userId: number) {
  if (actor.kind === 'administrator') return { by: 'operator', name: '' } as const;
  if (actor.kind !== 'user' || actor.userId === userId) return { by: 'self', name: '' } as const;
  return { by: 'team', name: (await findUser(tx.em, actor.userId))?.name ?? '' } as const;
}
