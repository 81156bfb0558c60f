import { type Call, isSandbox } from '../kernel/call.ts';
import type { Tx } from '../kernel/deps.ts';
import { notifyPeople } from '../notifications/notify-people.ts';
import type { NotificationKind } from '../notifications/table.ts';
import type { ContentItemRow } from './table.ts';

/** The item that people are notified of. */
type NotifiedItem = Pick<ContentItemRow, 'id' | 'partner_id' | 'title'>;

/**
 * Notifies people of what happens to an item, each once, and never whoever did it; null is nobody. A sandbox key notifies nobody,
 * since whoever tries the API out has no business with the people of the team.
 */
export function notifyOfItem(
  tx: Tx,
  call: Pick<Call, 'actor' | 'sandbox'>,
  { id, partner_id: partnerId, title }: NotifiedItem,
  kind: NotificationKind,
  people: readonly (number | null)[],
): void {
  if (isSandbox(call)) return;
  const self = call.actor.kind === 'user' ? call.actor.userId : null;
  for (const userId of new Set(people)) {
    if (userId === null || userId === self) continue;
    notifyPeople(tx, { partnerId, kind, to: { userId }, record: { type: 'content_item', id }, title });
  }
}

/** Who works on an item, and who reviews it. */
type People = Pick<ContentItemRow, 'assignee_id' | 'reviewer_id'>;

/** Notifies the people whom an item has got: those who were not its assignee or reviewer before. */
export function notifyOfPlan(
  tx: Tx,
  call: Pick<Call, 'actor' | 'sandbox'>,
  item: NotifiedItem & People,
  before: People = { assignee_id: null, reviewer_id: null },
): void {
  const came = (name: keyof People) => (item[name] === before[name] ? [] : [item[name]]);
  notifyOfItem(tx, call, item, 'content_assigned', came('assignee_id'));
  notifyOfItem(tx, call, item, 'review_requested', came('reviewer_id'));
}
