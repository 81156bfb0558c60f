import type { Tx } from './deps.ts';

/** Kinds of things that sessions can read as `service://<collection>/<id>`. */
export type Collection = 'capabilities' | 'executions' | 'content-items' | 'agents' | 'listings';

/** Address of a resource. */
export function resourceUri(collection: Collection, id: number | string): string {
  return `service://${collection}/${id}`;
}

/** The partner has a resource more, or less. */
export function announceListChanged(tx: Tx, partnerId: number): void {
  tx.tell({ partnerId, kind: 'resources', uri: null });
}

/** A resource of the partner is not what it was. */
export function announceResourceUpdated(tx: Tx, partnerId: number, collection: Collection, id: number | string): void {
  tx.tell({ partnerId, kind: 'resource', uri: resourceUri(collection, id) });
}

/** What the partner, or one of its users, may do has changed, and with it every list. */
export function announcePermissionsChanged(tx: Tx, partnerId: number): void {
  for (const kind of ['tools', 'resources', 'prompts'] as const) tx.tell({ partnerId, kind, uri: null });
}
