/** Kinds of things that sessions can read as `service://<collection>/<id>`. */
export type Collection = 'capabilities' | 'executions' | 'content-items' | 'agents' | 'listings';

/** The lists that a partner's sessions read. */
export const CHANGED_LISTS = ['tools', 'resources', 'prompts'] as const;
/** What a notice can be of: one of the lists, or a `resource`. */
export const CHANGE_KINDS = [...CHANGED_LISTS, 'resource'] as const;
/** What a notice is of. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A list of the partner that changed, or the resource that `uri` names: what sessions that follow the partner hear of. */
export interface ChangeNotice {
  partnerId: number;
  kind: ChangeKind;
  uri: string | null;
}

/** Address of a resource. */
export function resourceUri(collection: Collection, id: number | string): string {
  return `service://${collection}/${id}`;
}

/** The partner has a resource more, or less. */
export function listChanged(partnerId: number): ChangeNotice {
  return { partnerId, kind: 'resources', uri: null };
}

/** A resource of the partner is not what it was. */
export function resourceUpdated(partnerId: number, collection: Collection, id: number | string): ChangeNotice {
  return { partnerId, kind: 'resource', uri: resourceUri(collection, id) };
}

/** What the partner, or one of its users, may do has changed, and with it every list. */
export function permissionsChanged(partnerId: number): ChangeNotice[] {
  return CHANGED_LISTS.map((kind) => ({ partnerId, kind, uri: null }));
}
