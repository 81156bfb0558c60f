import { type ChangeAction, type ChangeEvent, listChanged, resourceUpdated } from '../kernel/change-events.ts';

/** Change events of items that came onto the partner's board (`made`), or left it (`changed`). */
export function boardChanged(partnerId: number, ids: readonly number[], action: ChangeAction): ChangeEvent[] {
  return [listChanged(partnerId), ...ids.map((id) => resourceUpdated(partnerId, 'content-items', id, action))];
}
