import type { z } from 'zod';
import type { Call } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { ErrorCode } from '../domain/kernel/errors.ts';
import { eventLoopScheduler } from '../domain/kernel/event-loop-scheduler.ts';
import { invoke, type RawInput } from '../domain/kernel/invoke.ts';
import type { AnyOperation, Operation } from '../domain/kernel/operation.ts';
import { type CursorScope, type FormerCursor, openCursor, sealCursor, takesCursor } from './cursors.ts';
import { EVENT_STREAM } from './event-streams/event.ts';
import { type ListForm, listAnswer, listFormOf } from './lists.ts';
import type { LongWork, WorkState } from './long-work.ts';
import type { ToolOptions } from './mcp/tool-options.ts';
import { inReadSlot } from './read-slots.ts';
import type { PresentContext, Presenter } from './resource.ts';
import { turnKeyOf } from './turns.ts';

/** Methods of routes; HEAD is served beside a GET that starts no work. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The context of a stream, besides the operation's output; `call.signal` fires when the client disconnects or the
 * service stops.
 */
export interface StreamContext extends PresentContext {
  deps: Deps;
  /** `Last-Event-ID` of a reconnecting client. */
  lastEventId: string | undefined;
}

/** A response before it is serialized as JSON; undefined: no body. */
export interface RouteResponse {
  status: number;
  body: unknown;
  /** The body as JSON, where it is serialized already. */
  text?: string | undefined;
  /** The body before its long texts were cut, where they may be. */
  uncut?: unknown;
  headers?: Record<string, string> | undefined;
  /** An interim result: not stored for repeats of an Idempotency-Key, which get the then current one. */
  interim?: boolean;
  /** How far the work is that the request has begun, if it is any. */
  work?: WorkState | null | undefined;
}

/** A heading of the API document, and its group. */
export interface Tag {
  name: string;
  group: string;
  description: string;
}

/** The API document's description of a route. */
interface RouteDescription {
  method: Method;
  /** Relative to /api/v1, with OpenAPI parameters: `/content-workflow/executions/{id}`. */
  path: string;
  /** Its tag in the document; set by the route's area. */
  tag?: Tag;
  /** Whether it is also served under its path from before versioning; set by the route's area. */
  legacy?: boolean;
  summary: string;
  description?: string;
  /** Method name in generated clients; derived from the operation's name unless given. */
  operationId?: string;
  /** A route that the API contract does not list. */
  extension?: boolean;
  /**
   * Accepts the body as a form with a file, too, up to this size; the file becomes `content` and `file_name` of the
   * body.
   */
  upload?: { maxBytes: number };
  /** A GET that may start work: HEAD, which must change nothing, is not served. */
  startsWork?: true;
  /** Its headers say by `Location` where the record is read that it makes, or is making. */
  locates?: true;
  /** JSON whose headers have a name for the file in which it is kept. */
  isDownload?: true;
  /** Of a file: headers by which a client keeps its copy, which is answered with 304 while it is the same. */
  validators?: readonly ('ETag' | 'Last-Modified')[];
  /** A single record that may be as long as a list. */
  isLong?: true;
  /** Errors of this route besides those of every route of its kind. */
  errors?: ErrorCode[];
}

/** A further response of a route: its status and meaning. */
interface AlternativeResponse {
  description: string;
  body?: z.ZodType;
  /**
   * An interim result: not stored for repeats of an Idempotency-Key, for which the operation's `recover` looks again.
   */
  interim?: true;
}

interface RouteOptions<Params extends z.ZodType, Input extends z.ZodType, Target, Output> extends RouteDescription {
  operation: Operation<Params, Input, Target, Output>;
  /** Status of success; 200, or 204 without `body`. A function chooses it by the output. */
  status?: number | ((output: Output) => number);
  /** The status in the API document where a function chooses; 200 unless given. */
  successStatus?: number;
  /** The body: its schema, and how it is made from the output; without it the response has none. */
  body?: Presenter<Output>;
  /** Schema of the body at `status`, where `alternatives` have others; that of `body` unless given. */
  response?: z.ZodType;
  /** Other statuses that `status` can return. */
  alternatives?: Record<number, AlternativeResponse>;
  headers?: (output: Output, context: PresentContext) => Record<string, string>;
  /** Dotted fields of the body that are shown once: null in the response stored for repeats of an Idempotency-Key. */
  secrets?: readonly string[];
  /** The response for clients that prefer events; JSON unless given. */
  events?: EventsForm;
  /** Texts of a list that are never cut, since the contract shows them whole: dotted names of fields. */
  neverCut?: readonly string[];
  /** Reads cursors of earlier releases. */
  formerCursor?: FormerCursor;
  /** Makes the route an MCP tool. */
  tool?: ToolOptions;
  /** The work that the request begins and that may go on after its response. */
  work?: LongWork<Output>;
}

/** Work of a route, in the form of the route's response. */
interface RouteWork extends Pick<LongWork<unknown>, 'kind' | 'uriOf' | 'cancel'> {
  /** The response of now. Throws AppError. */
  read(deps: Deps, id: number, context: PresentContext): Promise<RouteResponse>;
}

/** A route that answers with JSON. */
export interface JsonRoute extends RouteDescription {
  kind: 'json';
  /** Its MCP tool. */
  tool?: ToolOptions;
  /** The response for clients that prefer events. */
  events?: EventsForm | undefined;
  operation: AnyOperation;
  successStatus: number;
  response: z.ZodType | undefined;
  alternatives: Record<number, AlternativeResponse>;
  secrets: readonly string[];
  /** The work that it begins, if that may go on after its response. */
  work?: RouteWork | undefined;
  /** How its answer is bounded, if it is a list. */
  list: ListForm | undefined;
  /** The body for the record in its path as it is now, without a check of permissions; undefined where nothing reads it alone. */
  current: ((deps: Deps, params: unknown, context: PresentContext) => Promise<unknown>) | undefined;
  /** Runs the operation with its checks. Throws AppError. */
  respond(deps: Deps, raw: RawInput, context: PresentContext): Promise<RouteResponse>;
  /**
   * Recovers the response of an earlier identical request whose process died after its commit; undefined: it cannot be
   * recovered.
   */
  recover: ((deps: Deps, createdId: string, context: PresentContext) => Promise<RouteResponse>) | undefined;
}

/** A route that answers with server-sent events or another stream. */
export interface StreamRoute extends RouteDescription, StreamForm {
  kind: 'stream';
  operation: AnyOperation;
  contentType: string;
  /** Other media types that its headers may set. */
  furtherTypes: readonly string[];
  /** What a file in JSON holds. */
  json?: z.ZodType;
}

interface StreamForm {
  /** Runs the operation with its checks; the chunks are read after the headers were sent. */
  open(deps: Deps, raw: RawInput, context: StreamContext): Promise<OpenedStream>;
}

/** The events of a route that responds with JSON by default. */
export interface EventsForm extends StreamForm {
  /** Their description in the API document. */
  description: string;
}

/** A stream whose checks passed; nothing has been sent yet. */
export interface OpenedStream {
  headers: Record<string, string>;
  chunks: AsyncIterable<string | Uint8Array>;
  /** Its last events when it fails midway. */
  failed: ((envelope: Record<string, unknown>) => string) | undefined;
}

/** A route, by the kind of its response. */
export type Route = JsonRoute | StreamRoute;

/**
 * Declares a route: the operation that a path calls, and how its output becomes a response. An area lists its routes,
 * and the composition root passes them to `createApp`. GET reads its input from the query string, other methods from
 * the JSON body.
 */
export function route<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  options: RouteOptions<Params, Input, Target, Output>,
): JsonRoute {
  const {
    operation,
    body,
    headers,
    work,
    response = body?.schema,
    status = body ? 200 : 204,
    ...description
  } = options;
  const { alternatives = {} } = options;
  const toAnswer = async (output: Output, context: PresentContext): Promise<RouteResponse> => {
    const chosen = typeof status === 'number' ? status : status(output);
    return {
      status: chosen,
      body: body?.presentInTurns ? await body.presentInTurns(output, context) : body?.present(output, context),
      headers: headers?.(output, context),
      interim: alternatives[chosen]?.interim ?? false,
      work: work?.stateOf(output),
    };
  };
  const { recover, name } = operation;
  const list = options.method === 'GET' ? listFormOf(operation.input, options.neverCut) : undefined;
  const cursors: CursorScope | undefined =
    list && takesCursor(operation) ? { operation, former: options.formerCursor } : undefined;
  const isLarge = isLargeRead(options);
  const respond = async (deps: Deps, raw: RawInput, context: PresentContext): Promise<RouteResponse> => {
    const opened = cursors ? openCursor(deps, cursors, raw, context.call) : raw;
    const output = await invoke(deps, context.call, operation, opened);
    const turnKey = turnKeyOf(context.call.actor);
    // What a slot holds may be a page of large records.
    if (isLarge) await eventLoopScheduler.take(turnKey);
    const answer = await toAnswer(output, context);
    if (!list) return answer;
    const body = cursors ? sealCursor(deps, cursors, raw, context.call, answer.body) : answer.body;
    return { ...answer, uncut: body, ...(await listAnswer(body, list, raw.input, turnKey)) };
  };
  const read =
    options.method === 'GET'
      ? (deps: Deps, call: Call, target: Target) => operation.run(deps, call, operation.input.parse({}), target)
      : operation.current;
  return {
    ...description,
    kind: 'json',
    operation,
    successStatus: typeof status === 'number' ? status : (options.successStatus ?? 200),
    response,
    alternatives,
    secrets: options.secrets ?? [],
    events: options.events,
    work: work && {
      kind: work.kind,
      uriOf: work.uriOf,
      cancel: work.cancel,
      read: async (deps, id, context) => toAnswer(await work.read(deps, context.call, id), context),
    },
    list,
    current:
      read &&
      body &&
      (async (deps, params, context) => {
        const { call } = context;
        const target = (await operation.target?.(deps, call, operation.params.parse(params), {})) as Target;
        const output = await read(deps, call, target);
        return body.presentInTurns ? body.presentInTurns(output, context) : body.present(output, context);
      }),
    respond: (deps, raw, context) =>
      isLarge ? inReadSlot(context.call.actor, () => respond(deps, raw, context)) : respond(deps, raw, context),
    recover:
      recover &&
      (async (deps, createdId, context) =>
        toAnswer(await recover(deps, { ...context.call, operation: name }, createdId), context)),
  };
}

/** Whether many of these at once could hold up others: a list, search or figures, which wait for nothing but the database. */
function isLargeRead({ method, path, startsWork, isLong }: RouteDescription): boolean {
  return method === 'GET' && !startsWork && (isLong === true || !path.endsWith('}'));
}

interface FormOptions<Params extends z.ZodType, Input extends z.ZodType, Target, Output> {
  operation: Operation<Params, Input, Target, Output>;
  /** The body, chunk by chunk; `sseEvent` formats an event. Stop when `context.call.signal` fires. */
  write: (output: Output, context: StreamContext) => AsyncIterable<string | Uint8Array>;
  headers?: (output: Output, context: StreamContext) => Record<string, string>;
  /** The last events of a stream that fails midway, from the error envelope; without it the stream is cut off. */
  failed?: (envelope: Record<string, unknown>) => string;
}

interface StreamOptions<Params extends z.ZodType, Input extends z.ZodType, Target, Output>
  extends RouteDescription,
    FormOptions<Params, Input, Target, Output> {
  /** `text/event-stream` unless given. */
  contentType?: string;
  /** Other media types that `headers` may set; none unless given. */
  furtherTypes?: readonly string[];
  /** What a file in JSON holds, for the API document. */
  json?: z.ZodType;
}

/** Declares a route that responds with a stream; the operation runs the checks and finds the stream's start. */
export function stream<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  options: StreamOptions<Params, Input, Target, Output>,
): StreamRoute {
  const { operation, write, headers, failed, contentType = EVENT_STREAM, ...description } = options;
  return {
    ...description,
    kind: 'stream',
    operation,
    contentType,
    furtherTypes: options.furtherTypes ?? [],
    ...form(options),
  };
}

/**
 * Declares the events that a route can respond with, too: an operation with the same parameters and input, and how its
 * output is written.
 */
export function events<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  options: FormOptions<Params, Input, Target, Output> & { description: string },
): EventsForm {
  return { description: options.description, ...form(options) };
}

function form<Params extends z.ZodType, Input extends z.ZodType, Target, Output>({
  operation,
  write,
  headers,
  failed,
}: FormOptions<Params, Input, Target, Output>): StreamForm {
  return {
    async open(deps, raw, context) {
      const output = await invoke(deps, context.call, operation, raw);
      return { headers: headers?.(output, context) ?? {}, chunks: write(output, context), failed };
    },
  };
}
