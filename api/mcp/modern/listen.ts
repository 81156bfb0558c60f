import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { partnerOf } from '../../../domain/kernel/invoke.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { createWakeUp, type WakeUp } from '../../../domain/kernel/wait-for.ts';
import type { NumberedChange } from '../../../domain/mcp/change-notifications.ts';
import { listenTopic, MAX_SUBSCRIPTIONS } from '../../../domain/mcp/rules.ts';
import { hasOneOf, SCOPES_TO_FOLLOW } from '../../../domain/mcp/scopes.ts';
import { beginListening, readForListener } from '../../../domain/mcp/steps/listen.ts';
import { isUnavailable } from '../../../infra/database/errors.ts';
import type { HttpContext } from '../../context.ts';
import type { Lifetime } from '../../event-streams/lifetime.ts';
import { tooManyStreams } from '../../event-streams/open-streams.ts';
import { type EventStream, openEventStream } from '../../event-streams/writer.ts';
import { badRequest, Refusal } from '../failure.ts';
import { CODES, RpcError, resultMessage } from '../json-rpc.ts';
import { lifetimeOf } from '../transport/admission.ts';
import type { McpOptions } from '../transport/options.ts';
import { takesEvents } from '../transport/response.ts';
import { META } from './envelope.ts';
import { finishedResult, LISTEN } from './methods.ts';
import type { ModernRequest } from './request.ts';

/** Pause before changes are read, so that a burst of them is sent together, milliseconds. */
const COALESCE_MS = 100;

const filter = z.object({
  toolsListChanged: z.boolean().optional(),
  promptsListChanged: z.boolean().optional(),
  resourcesListChanged: z.boolean().optional(),
  resourceSubscriptions: z.array(z.string().max(2_048)).max(MAX_SUBSCRIPTIONS).optional(),
});
type Filter = z.output<typeof filter>;
const listenParams = z.object({ notifications: filter });

/**
 * Sends the notifications that a client asks for until it closes the stream, its token ends or the service stops. Throws a
 * Refusal (400, 406), and AppError for too many streams, before the stream has begun.
 */
export async function listen(options: McpOptions, ctx: HttpContext, request: ModernRequest): Promise<void> {
  const { deps, streams } = options;
  const { call, admitted, message } = request;
  if (!takesEvents(ctx.req.headers.accept)) throw badRequest('This stream is text/event-stream; accept it.', 406);
  const wanted = await honoured(options, request);
  const leave = streams.enter(call.actor);
  if (!leave) throw tooManyStreams();
  const partnerId = partnerOf(call);
  const lifetime = lifetimeOf(options, ctx, admitted);
  const wakeUp = createWakeUp(lifetime.signal);
  const unsubscribe = deps.notifications.subscribe(listenTopic(partnerId), wakeUp.wake);
  try {
    const position = await perform(deps, beginListening, { partnerId });
    const stream = openEventStream(ctx);
    const tagged = { _meta: { [META.subscription]: message.id } };
    const notify = (method: string, params: object) =>
      stream.event({ event: 'message', data: { jsonrpc: '2.0', method, params: { ...tagged, ...params } } });
    notify('notifications/subscriptions/acknowledged', { notifications: wanted });
    await sendChanges(options, { request, wanted, partnerId, lifetime, wakeUp, notify }, position);
    end(stream, resultMessage(message.id, finishedResult(tagged)));
    await stream.closed;
  } finally {
    unsubscribe();
    leave();
  }
}

function end(stream: EventStream, response: object): void {
  stream.event({ event: 'message', data: response });
  stream.end();
}

/** What of the notifications asked for the caller's scopes and role permit. Throws a 400 Refusal with -32602. */
async function honoured({ handlers }: McpOptions, { call, admitted, message }: ModernRequest): Promise<Filter> {
  const parsed = listenParams.safeParse(message.params);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = `Invalid parameters of ${LISTEN}: ${issue?.path.join('.')}: ${issue?.message}`;
    throw new Refusal(400, new RpcError(CODES.invalidParams, problem));
  }
  const asked = parsed.data.notifications;
  const { scopes } = admitted.grant;
  const { mayListenTo } = await handlers();
  const uris = hasOneOf(scopes, SCOPES_TO_FOLLOW.resource)
    ? (asked.resourceSubscriptions ?? []).filter((uri) => mayListenTo(call.actor, uri))
    : [];
  const lists = LISTS.flatMap(([field, kind]) =>
    asked[field] && hasOneOf(scopes, SCOPES_TO_FOLLOW[kind]) ? [[field, true] as const] : [],
  );
  return { ...Object.fromEntries(lists), ...(uris.length > 0 && { resourceSubscriptions: [...new Set(uris)] }) };
}

const LISTS = [
  ['toolsListChanged', 'tools'],
  ['promptsListChanged', 'prompts'],
  ['resourcesListChanged', 'resources'],
] as const;

interface Listener {
  request: ModernRequest;
  wanted: Filter;
  partnerId: number;
  lifetime: Lifetime;
  wakeUp: WakeUp;
  notify(method: string, params: object): void;
}

/** Sends changes as they come, until the stream's lifetime ends. */
async function sendChanges(options: McpOptions, listener: Listener, begun: number): Promise<void> {
  const { deps, times } = options;
  const { request, wanted, partnerId, lifetime, wakeUp, notify } = listener;
  const { scopes } = request.admitted.grant;
  let position = begun;
  while (!lifetime.signal.aborted) {
    const given = { partnerId, position, scopes, subscriptions: wanted.resourceSubscriptions ?? [] };
    const read = await perform(deps, readForListener, given).catch((error: unknown) => {
      // While the database is unavailable there are no changes to send.
      if (isUnavailable(error)) return undefined;
      throw error;
    });
    const sent = read?.notifications.filter((change) => isWanted(wanted, change)) ?? [];
    if (sent.length > 0 && !(await lifetime.isAdmitted())) return;
    for (const { kind, uri } of sent) {
      if (kind === 'resource') notify('notifications/resources/updated', { uri });
      else notify(`notifications/${kind}/list_changed`, {});
    }
    position = read?.position ?? position;
    if (read?.more) continue;
    // Reading now and then lets the changes be recorded as long as somebody listens.
    if ((await wakeUp.wait(times.heartbeatMs)) === 'woken') await delay(COALESCE_MS);
  }
}

function isWanted(wanted: Filter, { kind }: NumberedChange): boolean {
  return kind === 'resource' || LISTS.some(([field, list]) => list === kind && wanted[field]);
}
