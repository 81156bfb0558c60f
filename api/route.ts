import type { z } from 'zod';
import type { Deps } from '../domain/kernel/deps.ts';
import type { ErrorCode } from '../domain/kernel/errors.ts';
import { invoke, type RawInput } from '../domain/kernel/invoke.ts';
import type { AnyOperation, Operation } from '../domain/kernel/operation.ts';
import { EVENT_STREAM } from './event-streams/content-type.ts';
import type { ToolOptions } from './mcp/tool-options.ts';
import type { PresentContext, Presenter } from './resource.ts';

/** Methods that routes have; HEAD comes along with a GET that starts no work. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a stream knows besides the operation's output; `call.signal` fires when the client leaves or the service stops. */
export interface StreamContext extends PresentContext {
  deps: Deps;
  /** `Last-Event-ID` of a client that comes back. */
  lastEventId: string | undefined;
}

/** An answer before it is written out as JSON; no body: undefined. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string> | undefined;
  /** What there is so far: not kept for repeats of an Idempotency-Key, who get what there is then. */
  interim?: boolean;
}

/** A heading of the API document, and the group of headings that it is in. */
export interface Tag {
  name: string;
  group: string;
  description: string;
}

/** What the API document says of a route. */
interface RouteDescription {
  method: Method;
  /** Relative to /api/v1, with OpenAPI parameters: `/content-workflow/executions/{id}`. */
  path: string;
  /** Under which the document lists it; filled in by the route's area. */
  tag?: Tag;
  /** It is served under its path of before the versions, too; filled in by the route's area. */
  legacy?: boolean;
  summary: string;
  description?: string;
  /** Name of the method in generated clients; made of the operation's name unless given. */
  operationId?: string;
  /** A route that the API contract does not list. */
  extension?: boolean;
  /** A body that may also be a form with a file, of so many bytes; the file becomes `content` and `file_name` of the body. */
  upload?: { maxBytes: number };
  /** A GET that may start work, so that HEAD, which must change nothing, is not served beside it. */
  startsWork?: true;
  /** Errors of this route besides those that every route of its kind can give. */
  errors?: ErrorCode[];
}

/** A further answer of a route: its status and what it means. */
interface AlternativeAnswer {
  description: string;
  body?: z.ZodType;
  /** What there is so far: not kept for repeats of an Idempotency-Key, for whom the operation's `recover` looks again. */
  interim?: true;
}

interface RouteOptions<Params extends z.ZodType, Input extends z.ZodType, Target, Output> extends RouteDescription {
  operation: Operation<Params, Input, Target, Output>;
  /** Status of success; 200, or 204 without `body`. A function chooses it by the output. */
  status?: number | ((output: Output) => number);
  /** The one that documents say, where a function chooses; 200 unless given. */
  successStatus?: number;
  /** The body: its form, and how the output becomes it; without it the answer has none. */
  body?: Presenter<Output>;
  /** Form of the body at `status`, where `alternatives` have others; that of `body` unless given. */
  response?: z.ZodType;
  /** Other statuses that `status` can choose. */
  alternatives?: Record<number, AlternativeAnswer>;
  headers?: (output: Output, context: PresentContext) => Record<string, string>;
  /** Dotted fields of the body that are shown once: null in the answer kept for repeats of an Idempotency-Key. */
  secrets?: readonly string[];
  /** How clients are served that would rather have events; by JSON, too, unless given. */
  events?: EventsForm;
  /** What models have it as; no tool unless given. */
  tool?: ToolOptions;
}

/** A route that answers with JSON. */
export interface JsonRoute extends RouteDescription {
  kind: 'json';
  /** What models have it as. */
  tool?: ToolOptions;
  /** Serves clients that would rather have events. */
  events?: EventsForm | undefined;
  operation: AnyOperation;
  successStatus: number;
  response: z.ZodType | undefined;
  alternatives: Record<number, AlternativeAnswer>;
  secrets: readonly string[];
  /** Runs the operation with its checks. Throws AppError. */
  answer(deps: Deps, raw: RawInput, context: PresentContext): Promise<Answer>;
  /** The answer of an earlier identical request whose process died after its commit; undefined: it can't be given again. */
  recover: ((deps: Deps, madeId: string, context: PresentContext) => Promise<Answer>) | undefined;
}

/** A route that answers with server-sent events or another stream. */
export interface StreamRoute extends RouteDescription, StreamForm {
  kind: 'stream';
  operation: AnyOperation;
  contentType: string;
  /** Other types that its headers may say. */
  furtherTypes: readonly string[];
}

interface StreamForm {
  /** Runs the operation with its checks; the chunks are read after the headers have gone out. */
  open(deps: Deps, raw: RawInput, context: StreamContext): Promise<OpenedStream>;
}

/** The events in which a route answers that answers with JSON unless it is asked otherwise. */
export interface EventsForm extends StreamForm {
  /** What the API document says of them. */
  description: string;
}

/** A stream that passed its checks; nothing of it has been sent. */
export interface OpenedStream {
  headers: Record<string, string>;
  chunks: AsyncIterable<string | Uint8Array>;
  /** What it ends with when it fails in the middle. */
  failed: ((envelope: Record<string, unknown>) => string) | undefined;
}

/** A route, by the kind of its answer. */
export type Route = JsonRoute | StreamRoute;

/**
 * Declares a route: which operation a path calls and how its output becomes an answer. An area lists them
 * and the composition root hands the lists to `createApp`. GET takes its input from the query string, the others from the JSON body.
 */
export function route<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  options: RouteOptions<Params, Input, Target, Output>,
): JsonRoute {
  const { operation, body, headers, response = body?.schema, status = body ? 200 : 204, ...description } = options;
  const { alternatives = {} } = options;
  const toAnswer = (output: Output, context: PresentContext): Answer => {
    const chosen = typeof status === 'number' ? status : status(output);
    return {
      status: chosen,
      body: body?.present(output, context),
      headers: headers?.(output, context),
      interim: alternatives[chosen]?.interim ?? false,
    };
  };
  const { recover, name } = operation;
  return {
    ...description,
    kind: 'json',
    operation,
    successStatus: typeof status === 'number' ? status : (options.successStatus ?? 200),
    response,
    alternatives,
    secrets: options.secrets ?? [],
    events: options.events,
    answer: async (deps, raw, context) => toAnswer(await invoke(deps, context.call, operation, raw), context),
    recover:
      recover &&
      (async (deps, madeId, context) =>
        toAnswer(await recover(deps, { ...context.call, operation: name }, madeId), context)),
  };
}

interface FormOptions<Params extends z.ZodType, Input extends z.ZodType, Target, Output> {
  operation: Operation<Params, Input, Target, Output>;
  /** The body, piece by piece; `sseEvent` writes an event. Stop when `context.call.signal` fires. */
  write: (output: Output, context: StreamContext) => AsyncIterable<string | Uint8Array>;
  headers?: (output: Output, context: StreamContext) => Record<string, string>;
  /** What a stream that fails in the middle ends with, given the error envelope; without it the stream is cut off. */
  failed?: (envelope: Record<string, unknown>) => string;
}

interface StreamOptions<Params extends z.ZodType, Input extends z.ZodType, Target, Output>
  extends RouteDescription,
    FormOptions<Params, Input, Target, Output> {
  /** `text/event-stream` unless said otherwise. */
  contentType?: string;
  /** Other types that `headers` may say; none unless given. */
  furtherTypes?: readonly string[];
}

/** Declares a route whose answer is a stream; the operation does the checks and finds what the stream starts from. */
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

/** Declares the events in which a route can answer, too: an operation with the same parameters and input, and how its output is written. */
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
