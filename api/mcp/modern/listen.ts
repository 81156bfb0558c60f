import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../domain/kernel/errors.ts';
import { partnerOf } from '../../../domain/kernel/invoke.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { createWakeUp, type WakeUp } from '../../../domain/kernel/wait-for.ts';
import type { NumberedChange, Wants } from '../../../domain/mcp/change-notifications.ts';
import { listenTopic, MAX_SUBSCRIPTIONS } from '../../../domain/mcp/rules.ts';
import { hasOneOf, SCOPES_TO_FOLLOW } from '../../../domain/mcp/scopes.ts';
import { beginListening, readForListener } from '../../../domain/mcp/steps/listen.ts';
import { isUnavailable } from '../../../infra/database/errors.ts';
import type { HttpContext } from '../../context.ts';
import type { Lifetime } from '../../event-streams/lifetime.ts';
import { tooManyStreams } from '../../event-streams/open-streams.ts';
import { readForStream } from '../../event-streams/reads.ts';
import { type EventStream, openEventStream } from '../../event-streams/writer.ts';
import { badRequest, Refusal } from '../failure.ts';
import { invalidFields, RpcError, resultMessage } from '../json-rpc.ts';
import type { Tasks } from '../tasks.ts';
import { lifetimeOf } from '../transport/admission.ts';
import { COALESCE_MS, sendNewChanges } from '../transport/new-changes.ts';
import type { McpOptions } from '../transport/options.ts';
import { takesEvents } from '../transport/response.ts';
import { lacksTasks, META, offersTasks } from './envelope.ts';
import { finishedResult, LISTEN } from './methods.ts';
import type { ModernRequest } from './request.ts';

const filter = z.object({
  toolsListChanged: z.boolean().optional(),
  promptsListChanged: z.boolean().optional(),
  resourcesListChanged: z.boolean().optional(),
  resourceSubscriptions: z.array(z.string().max(2_048)).max(MAX_SUBSCRIPTIONS).optional(),
  taskIds: z.array(z.string().max(100)).max(MAX_SUBSCRIPTIONS).optional(),
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
  const { tasks } = await options.handlers();
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
    await sendChanges(options, { request, wanted, tasks, partnerId, lifetime, wakeUp, notify }, position);
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
async function honoured(
  { handlers }: McpOptions,
  { call, admitted, message, envelope }: ModernRequest,
): Promise<Filter> {
  const parsed = listenParams.safeParse(message.params, { reportInput: true });
  if (!parsed.success) throw new Refusal(400, invalidFields(`parameters of ${LISTEN}`, parsed.error));
  const asked = parsed.data.notifications;
  if (asked.taskIds && !offersTasks(envelope)) throw lacksTasks();
  const { scopes } = admitted.grant;
  const { mayListenTo, tasks: known } = await handlers();
  const uris = hasOneOf(scopes, SCOPES_TO_FOLLOW.resource)
    ? (asked.resourceSubscriptions ?? []).filter((uri) => mayListenTo(call.actor, uri))
    : [];
  const lists = LISTS.flatMap(([field, kind]) =>
    asked[field] && hasOneOf(scopes, SCOPES_TO_FOLLOW[kind]) ? [[field, true] as const] : [],
  );
  const tasks = hasOneOf(scopes, SCOPES_TO_FOLLOW.task)
    ? (asked.taskIds ?? []).filter((taskId) => known.uriOf(taskId) !== undefined)
    : [];
  return {
    ...Object.fromEntries(lists),
    ...(uris.length > 0 && { resourceSubscriptions: [...new Set(uris)] }),
    ...(tasks.length > 0 && { taskIds: [...new Set(tasks)] }),
  };
}

const LISTS = [
  ['toolsListChanged', 'tools'],
  ['promptsListChanged', 'prompts'],
  ['resourcesListChanged', 'resources'],
] as const;

interface Listener {
  request: ModernRequest;
  wanted: Filter;
  tasks: Tasks;
  partnerId: number;
  lifetime: Lifetime;
  wakeUp: WakeUp;
  notify(method: string, params: object): void;
}

/** Sends the state of tasks, then changes as they come, until the stream's lifetime ends. */
async function sendChanges(options: McpOptions, listener: Listener, begun: number): Promise<void> {
  const { deps, times } = options;
  const { wanted, partnerId, lifetime, wakeUp } = listener;
  const wants = wantsOf(listener);
  const call = { ...listener.request.call, signal: lifetime.signal };
  let position = begun;
  // What they waited for may have ended before the client began to listen.
  for (const taskId of wanted.taskIds ?? []) if (!lifetime.signal.aborted) await sendTask(options, listener, taskId);
  while (!lifetime.signal.aborted) {
    const sent = await sendNewChanges(position, {
      call,
      lifetime,
      read: (after) => perform(deps, readForListener, { partnerId, position: after, wants }),
      send: (change) => send(options, listener, change),
    });
    if (sent === 'over') return;
    position = sent;
    // Reading now and then lets the changes be recorded as long as somebody listens.
    if ((await wakeUp.wait(times.heartbeatMs)) === 'woken') await delay(COALESCE_MS);
  }
}

async function send(options: McpOptions, listener: Listener, { kind, uri }: NumberedChange): Promise<void> {
  const { wanted, tasks, notify } = listener;
  if (kind !== 'resource') return notify(`notifications/${kind}/list_changed`, {});
  if (uri !== null && wanted.resourceSubscriptions?.includes(uri)) notify('notifications/resources/updated', { uri });
  const taskId = wanted.taskIds?.find((id) => tasks.uriOf(id) === uri);
  if (taskId !== undefined) await sendTask(options, listener, taskId);
}

/** Sends a task as it is now; nothing where the caller has no such task, or may not see it any more. */
async function sendTask(
  { deps, publicUrl }: McpOptions,
  { request, tasks, lifetime: { signal }, notify }: Listener,
  taskId: string,
): Promise<void> {
  try {
    const { actor } = await request.admitted.reauthenticate();
    const context = { deps, publicUrl, now: deps.clock.now(), call: { ...request.call, actor } };
    notify('notifications/tasks', await readForStream({ actor, signal }, () => tasks.get(context, taskId)));
  } catch (error) {
    if (!(signal.aborted || error instanceof RpcError || error instanceof AppError || isUnavailable(error)))
      throw error;
  }
}

function wantsOf({ wanted, tasks }: Listener): Wants {
  const uris = new Set([...(wanted.resourceSubscriptions ?? []), ...(wanted.taskIds ?? []).map(tasks.uriOf)]);
  const kinds = new Set<string>(LISTS.flatMap(([field, kind]) => (wanted[field] ? [kind] : [])));
  return ({ kind, uri }) => (kind === 'resource' ? uri !== null && uris.has(uri) : kinds.has(kind));
}
