import type { Deps } from '../../kernel/deps.ts';
import { REPLAY_MS, SESSION_IDLE_MS } from '../../mcp/table.ts';
import { failOutlived } from '../../webhooks/payload-store.ts';
import { keptSince, PARKED_COMMAND_DAYS, type RetentionDays, UNUSED_CLIENT_DAYS } from '../rules.ts';
import { deleteLot, LOT, type Retained } from '../store.ts';

/** What is purged by itself; who watches a listing goes with the analyses of it. */
type Purged = Exclude<Retained, 'listing_watch'>;

/** Deletes what is past its time, in lots, until none is left or the signal fires; `onLot` hears how many have gone. */
export async function purge(
  deps: Pick<Deps, 'db' | 'clock'>,
  table: Purged,
  days: RetentionDays,
  signal: AbortSignal,
  onLot: (deleted: number) => void,
): Promise<number> {
  const now = deps.clock.now();
  const before = limitOf(table, now, days);
  if (table === 'platform_event') await failOutlived(deps.db, now, before);
  let deleted = 0;
  for (const each of table === 'seo_job' ? ([table, 'listing_watch'] as const) : [table]) {
    let lot: number;
    do {
      signal.throwIfAborted();
      lot = await deleteLot(deps.db, each, before);
      deleted += lot;
      onLot(deleted);
    } while (lot === LOT);
  }
  return deleted;
}

function limitOf(table: Purged, now: Date, days: RetentionDays): Date {
  switch (table) {
    case 'execution_event':
      return keptSince(now, days.executionEvents);
    case 'platform_event':
      return keptSince(now, days.platformEvents);
    case 'audit_log':
      return keptSince(now, days.audit);
    case 'webhook_delivery':
      return keptSince(now, days.deliveries);
    case 'seo_job':
      return keptSince(now, days.seoJobs);
    case 'outbox':
      return keptSince(now, PARKED_COMMAND_DAYS);
    case 'oauth_client':
      return keptSince(now, UNUSED_CLIENT_DAYS);
    case 'mcp_change':
      return new Date(now.getTime() - REPLAY_MS);
    case 'mcp_session':
      return new Date(now.getTime() - SESSION_IDLE_MS);
    case 'oauth_record':
    case 'idempotency_key':
    case 'rate_counter':
      return now;
  }
}
