import type { StreamState } from '../../domain/mcp/change-store.ts';
import { LOT } from '../../domain/mcp/change-store.ts';
import { hasOneOf, SCOPES_TO_HEAR } from '../../domain/mcp/scopes.ts';
import type { McpChangeKind } from '../../domain/mcp/types.ts';

/** A notification with the number of the change that it tells of. */
export interface Told {
  sequence: number;
  message: { jsonrpc: '2.0'; method: string; params?: { uri: string } };
}

const LISTS = ['tools', 'resources', 'prompts'] as const satisfies readonly McpChangeKind[];

/** Position of a stream that has told of all that was read. */
export function positionAfter({ sequence, changes }: StreamState, position: number): number {
  return changes.length < LOT ? Math.max(position, sequence) : (changes.at(-1)?.sequence ?? position);
}

/**
 * What a session is told of the changes after its position: each list and each resource once, since a notification says no more
 * than "look again". Where changes are missing, which were too old to be read, every list counts as changed.
 */
export function notificationsOf(state: StreamState, position: number, scopes: ReadonlySet<string>): Told[] {
  const { sequence, changes, session } = state;
  const told = new Map<string, Told>();
  const tell = (kind: McpChangeKind, uri: string | null, at: number) => {
    if (!hasOneOf(scopes, SCOPES_TO_HEAR[kind])) return;
    if (kind === 'resource' && (uri === null || !session.subscriptions.includes(uri))) return;
    const key = `${kind} ${uri}`;
    // The last place counts, for a client that comes back after it.
    told.delete(key);
    told.set(key, { sequence: at, message: { jsonrpc: '2.0', ...messageOf(kind, uri) } });
  };
  const missing = changes.length < LOT && sequence - position > changes.length;
  if (missing) for (const kind of LISTS) tell(kind, null, position);
  for (const { kind, uri, sequence: at } of changes) tell(kind, uri, at);
  return [...told.values()];
}

function messageOf(kind: McpChangeKind, uri: string | null): Pick<Told['message'], 'method' | 'params'> {
  if (kind === 'resource') return { method: 'notifications/resources/updated', params: { uri: uri ?? '' } };
  return { method: `notifications/${kind}/list_changed` };
}
