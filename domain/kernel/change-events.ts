/** Kinds of things that sessions can read as `service://<collection>/<id>`. */
export type Collection = 'capabilities' | 'executions' | 'content-items' | 'listings' | 'case-studies';

/** The lists that a partner's sessions read. */
export const CHANGED_LISTS = ['tools', 'resources', 'prompts'] as const;
/** What a notice can be of: one of the lists, or a `resource`. */
export const CHANGE_KINDS = [...CHANGED_LISTS, 'resource'] as const;
/** What a notice is of. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What can become of a resource. */
export const CHANGE_ACTIONS = ['made', 'moved', 'changed'] as const;
/** What became of a resource. */
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** A list of the partner that changed, or the resource that `uri` names: what those who follow the partner hear of. */
export interface ChangeEvent {
  partnerId: number;
  kind: ChangeKind;
  uri: string | null;
  /** null: of a list. */
  action: ChangeAction | null;
}

/** Address of a resource. */
export function resourceUri(collection: Collection, id: number | string): string {
  return `service://${collection}/${id}`;
}

/** The partner has a resource more, or less. */
export function listChanged(partnerId: number): ChangeEvent {
  return { partnerId, kind: 'resources', uri: null, action: null };
}

/** A resource of the partner is not what it was, or not where it was, or there since now. */
export function resourceUpdated(
  partnerId: number,
  collection: Collection,
  id: number | string,
  action: ChangeAction = 'changed',
): ChangeEvent {
  return { partnerId, kind: 'resource', uri: resourceUri(collection, id), action };
}

/** What the partner, or one of its users, may do has changed, and with it every list. */
export function permissionsChanged(partnerId: number): ChangeEvent[] {
  return CHANGED_LISTS.map((kind) => ({ partnerId, kind, uri: null, action: null }));
}
