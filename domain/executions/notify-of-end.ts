import type { Tx } from '../kernel/deps.ts';
import { notifyPeople } from '../notifications/notify-people.ts';
import { CONTENT_ROLES } from '../notifications/rules.ts';
import type { ExecutionRow } from './table.ts';

/** Notifies who started an execution of its end. What programs start notifies only when it fails; the sandbox never does. */
export function notifyOfEnd(
  tx: Tx,
  kind: 'execution_finished' | 'execution_failed',
  { id, partner_id: partnerId, capability, started_by: userId, sandbox }: ExecutionRow,
): void {
  if (sandbox || (userId === null && kind === 'execution_finished')) return;
  const to = userId === null ? { roles: CONTENT_ROLES } : { userId };
  notifyPeople(tx, { partnerId, kind, to, record: { type: 'execution', id }, title: capability });
}
