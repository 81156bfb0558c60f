import type { Deps } from '../../kernel/deps.ts';
import { REPLAY_MS, SESSION_IDLE_MS } from '../../mcp/rules.ts';
import { failOutlived } from '../../webhooks/payload-store.ts';
import { keptSince, PARKED_COMMAND_DAYS, type RetentionDays, UNUSED_CLIENT_DAYS } from '../rules.ts';
import { deleteLot, LOT, type Retained } from '../store.ts';

/** Deletes what is past its time, in lots, until none is left or the signal fires; `onLot` hears how many have gone. */
export async function purge(
  deps: Pick<Deps, 'db' | 'clock'>,
  table: Retained,
  days: RetentionDays,
  signal: AbortSignal,
  onLot: (deleted: number) => void,
): Promise<number> {
  const now = deps.clock.now();
  const before = limitOf(table, now, days);
  if (table === 'platform_event') await failOutlived(deps.db, now, before);
  let deleted = 0;
  for (;;) {
    signal.throwIfAborted();
    const lot = await deleteLot(deps.db, table, before);
    deleted += lot;
    onLot(deleted);
    if (lot < LOT) return deleted;
  }
}

function limitOf(table: Retained, now: Date, days: RetentionDays): Date {
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
