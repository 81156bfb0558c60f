/** Collections that sessions can read as `service://<collection>/<id>`. */
export type Collection = 'capabilities' | 'executions' | 'content-items' | 'listings' | 'case-studies';

/** The lists that a partner's sessions read. */
export const CHANGED_LISTS = ['tools', 'resources', 'prompts'] as const;
/** What can change: one of the lists, or a single `resource`. */
export const CHANGE_KINDS = [...CHANGED_LISTS, 'resource'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What can happen to a resource. */
export const CHANGE_ACTIONS = ['made', 'moved', 'changed'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/**
 * A change to one of the partner's lists, or to the resource at `uri`. Sent to the sessions that follow the partner.
 */
export interface ChangeEvent {
  partnerId: number;
  kind: ChangeKind;
  uri: string | null;
  /** null for a list. */
  action: ChangeAction | null;
}

/** Address of a resource. */
export function resourceUri(collection: Collection, id: number | string): string {
  return `service://${collection}/${id}`;
}

/** A resource was added to or removed from the partner's list. */
export function listChanged(partnerId: number): ChangeEvent {
  return { partnerId, kind: 'resources', uri: null, action: null };
}

/** A resource of the partner was created, moved or changed. */
export function resourceUpdated(
  partnerId: number,
  collection: Collection,
  id: number | string,
  action: ChangeAction = 'changed',
): ChangeEvent {
  return { partnerId, kind: 'resource', uri: resourceUri(collection, id), action };
}

/** Work that goes on when the request that began it was answered, and that is no resource of a collection. */
type WorkKind = 'agent-dry-run' | 'agent-challenge' | 'dry-run-message' | 'invoice-backfill';

/** Names such work to those who follow it; nobody reads it there. */
export function workUri(kind: WorkKind, id: number): string {
  return `work://${kind}/${id}`;
}

/** Work of the partner has gone on, or has ended. Sent to those who follow it. */
export function workChanged(partnerId: number, kind: WorkKind, id: number): ChangeEvent {
  return { partnerId, kind: 'resource', uri: workUri(kind, id), action: 'changed' };
}

/** Names what all cards of the board may show, such as the names of tags; nobody reads it there. */
export const CARDS_URI = 'work://content-cards';

/** What many cards of the board show has changed at once. Followers of the board read it again. */
export function cardsChanged(partnerId: number): ChangeEvent {
  return { partnerId, kind: 'resource', uri: CARDS_URI, action: 'changed' };
}

/** The permissions of the partner or one of its users changed, which can change every list. */
export function permissionsChanged(partnerId: number): ChangeEvent[] {
  return CHANGED_LISTS.map((kind) => ({ partnerId, kind, uri: null, action: null }));
}
