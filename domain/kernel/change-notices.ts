/** Kinds of things that sessions can read as `service://<collection>/<id>`. */
export type Collection = 'capabilities' | 'executions' | 'content-items' | 'listings' | 'case-studies';

/** A list of the partner that changed, or the resource that `uri` names: what sessions that follow the partner hear of. */
export interface ChangeNotice {
  partnerId: number;
  kind: 'tools' | 'resources' | 'prompts' | 'resource';
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
  return (['tools', 'resources', 'prompts'] as const).map((kind) => ({ partnerId, kind, uri: null }));
}
