import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { Actor } from '../../../domain/kernel/call.ts';
import { resourceUri } from '../../../domain/kernel/change-events.ts';
import { AppError } from '../../../domain/kernel/errors.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { MAX_SUBSCRIPTIONS } from '../../../domain/mcp/rules.ts';
import { subscribeSession, unsubscribeSession } from '../../../domain/mcp/steps/sessions.ts';
import { RESOURCE_PAGE, type ResourceCollection } from '../catalogue/catalogue.ts';
import type { McpContext, SessionContext } from '../context.ts';
import { rpcErrorOf } from '../failure.ts';
import { CODES, RpcError } from '../json-rpc.ts';
import { readCursor, requireOnlyPage, unknownCursor, writeCursor } from './cursor.ts';
import { isPermitted, visible } from './permitted.ts';

const MIME_TYPE = 'application/json';

/**
 * A page of the resources that the caller can read, collection by collection; it skips those that its role may not see.
 * Throws -32602 for a cursor of no list of resources.
 */
export async function listResources(
  collections: readonly ResourceCollection[],
  context: McpContext,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const [first = 0, firstPage = 0] = readCursor(cursor, 2);
  if (first >= collections.length) throw unknownCursor();
  for (let index = first; index < collections.length; index += 1) {
    const collection = collections[index];
    if (!collection) break;
    const page = index === first ? firstPage : 0;
    const entries = await visible(collection.page(context, page + 1));
    if (!entries || entries.length === 0) continue;
    const resources = entries.map(({ id, title, description }) => ({
      uri: resourceUri(collection.name, id),
      name: `${collection.name}/${id}`,
      title,
      mimeType: MIME_TYPE,
      ...(description && { description }),
    }));
    const next = entries.length === RESOURCE_PAGE ? [index, page + 1] : [index + 1, 0];
    return { resources, ...((next[0] ?? 0) < collections.length && { nextCursor: writeCursor(next) }) };
  }
  return { resources: [] };
}

/** The URI templates of resources, all on one page. Throws -32602 for a cursor. */
export function listTemplates(
  collections: readonly ResourceCollection[],
  cursor: string | undefined,
): ResourceTemplateType[] {
  requireOnlyPage(cursor);
  return collections.map(({ name, variable, title, description }) => ({
    uriTemplate: resourceUri(name, `{${variable}}`),
    name,
    title,
    description,
    mimeType: MIME_TYPE,
  }));
}

/** A resource as JSON. Throws -32602 for an unknown one, -32603 where the caller may not see it. */
export async function readResource(
  collections: readonly ResourceCollection[],
  context: McpContext,
  uri: string,
): Promise<ReadResourceResult> {
  const { collection, id } = locate(collections, uri);
  try {
    const text = JSON.stringify(await collection.read(context, id));
    return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw rpcErrorOf(error, uri);
    throw error;
  }
}

/** Subscribes the session to changes of the resource. Throws as reading does, and -32602 for too many subscriptions. */
export async function subscribeTo(
  collections: readonly ResourceCollection[],
  context: SessionContext,
  uri: string,
): Promise<void> {
  await readResource(collections, context, uri);
  const { deps, session } = context;
  if (await perform(deps, subscribeSession, { sessionId: session.id, uri })) return;
  throw new RpcError(CODES.invalidParams, `A session has room for ${MAX_SUBSCRIPTIONS} subscriptions.`);
}

/** Ends the session's subscription to the resource. */
export function unsubscribeFrom({ deps, session }: SessionContext, uri: string): Promise<void> {
  return perform(deps, unsubscribeSession, { sessionId: session.id, uri });
}

/** Whether a URI can name a resource that the caller's role permits to see. */
export function mayListenTo(collections: readonly ResourceCollection[], actor: Actor, uri: string): boolean {
  const place = placeOf(collections, uri);
  return place !== undefined && isPermitted(actor, place.collection.permission);
}

function locate(collections: readonly ResourceCollection[], uri: string): ResourcePlace {
  const place = placeOf(collections, uri);
  if (!place) throw new RpcError(CODES.invalidParams, 'Resource not found.', { uri });
  return place;
}

interface ResourcePlace {
  collection: ResourceCollection;
  id: string;
}

/** Ids of listings are the longest, 255 characters. */
const URI = /^service:\/\/([a-z-]+)\/([\w-]{1,255})$/;

function placeOf(collections: readonly ResourceCollection[], uri: string): ResourcePlace | undefined {
  const match = URI.exec(uri);
  const collection = collections.find(({ name }) => name === match?.[1]);
  return collection && match?.[2] ? { collection, id: match[2] } : undefined;
}
