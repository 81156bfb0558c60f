import type { StreamEvent } from './event-parser.ts';
import { type Operations, ROUTES } from './generated/operations.ts';
import type { GetExecutionResponse } from './generated/types.gen.ts';
import { pagesOf, recordsOf } from './pages.ts';
import { type ClientOptions, type RequestOptions, type Route, type Sent, send } from './request.ts';
import { type StreamOptions, streamEvents } from './streams.ts';

/** What an operation takes: `path`, `query` and `body`, as far as it has them. */
type Input<Data> = Omit<Data, 'url' | 'headers'>;
type Arguments<Data, Options> =
  Record<never, never> extends Input<Data> ? [input?: Input<Data> & Options] : [input: Input<Data> & Options];

type Method<Operation> = Operation extends { kind: 'events'; data: infer Data }
  ? (...input: Arguments<Data, StreamOptions>) => AsyncGenerator<StreamEvent, void, void>
  : Operation extends { kind: 'file'; data: infer Data }
    ? (...input: Arguments<Data, RequestOptions>) => Promise<Response>
    : Operation extends { kind: 'json'; data: infer Data; answer: infer Answer }
      ? (...input: Arguments<Data, RequestOptions>) => Promise<Answer>
      : never;

/** Operations that answer with a list. */
type ListName = {
  [Name in keyof Operations]: Operations[Name] extends { kind: 'json'; answer: { data: readonly unknown[] } }
    ? Name
    : never;
}[keyof Operations];
type Body<Name extends ListName> = Operations[Name]['answer'];
type Item<Name extends ListName> = Body<Name> extends { data: readonly (infer One)[] } ? One : never;
type ListArguments<Name extends ListName> = Arguments<Operations[Name]['data'], RequestOptions>;

/** An event of an execution. */
export interface ExecutionEvent {
  /** `status`: it has another status; `progress`: it has come further; `step`: a step has begun or ended. */
  event: 'status' | 'progress' | 'step' | (string & {});
  id: string;
  data: { at: string; status?: string; progress_percentage?: number } & Record<string, unknown>;
}

/** What the client offers beside the operations of the API. */
interface Helpers {
  /** The records of a list, over all its pages; each page is asked for once the one before is used. */
  iterate<Name extends ListName>(name: Name, ...input: ListArguments<Name>): AsyncGenerator<Item<Name>, void, void>;
  /** The pages of a list, as the API answers them. */
  pages<Name extends ListName>(name: Name, ...input: ListArguments<Name>): AsyncGenerator<Body<Name>, void, void>;
  /** The events of an execution from its beginning, until it has ended. */
  followExecution(id: number, options?: StreamOptions): AsyncGenerator<ExecutionEvent, void, void>;
  /** An execution, once it has ended; look at its `status`, since it may have failed. */
  waitForExecution(id: number, options?: StreamOptions): Promise<GetExecutionResponse>;
}

/** A method for each operation of the API, by the names of its OpenAPI document, and helpers. */
export type Client = { [Name in keyof Operations]: Method<Operations[Name]> } & Helpers;

type AnyInput = Sent & StreamOptions;

const ENDED = new Set(['completed', 'failed', 'cancelled', 'archived']);

/** A client of the API. Its methods throw ApiError, ConnectionError and, once their signal fires, the signal's reason. */
export function createClient(options: ClientOptions): Client {
  if (!options.baseUrl || !options.apiKey) throw new TypeError('A client needs baseUrl and apiKey.');
  const routes = new Map(Object.entries(ROUTES).map(([name, route]) => [name, routeOf(name, route)]));
  const methods = Object.fromEntries([...routes].map(([name, route]) => [name, methodOf(options, route)]));
  const pages = (name: string, input: AnyInput = {}) =>
    pagesOf({ ...firstPage(routes.get(name), input.query), ...input.query }, ask(name, input));
  const ask = (name: string, input: AnyInput) => async (query: Record<string, unknown>) => {
    let link: string | null = null;
    const route = routes.get(name);
    if (!route) throw new TypeError(`There is no operation ${name}.`);
    const onResponse = (response: Response) => {
      link = response.headers.get('Link');
      input.onResponse?.(response);
    };
    const body = await send(options, route, { ...input, query, onResponse }, JSON_TYPE, readJson);
    return { body: body as object, link };
  };
  async function* followExecution(id: number, input: StreamOptions = {}): AsyncGenerator<ExecutionEvent, void, void> {
    const watch = methods['watchExecution'] as (input: AnyInput) => AsyncGenerator<StreamEvent, void, void>;
    for await (const event of watch({ ...input, path: { id } })) {
      yield { ...event, data: JSON.parse(event.data) as ExecutionEvent['data'] };
    }
  }
  const helpers = {
    pages,
    iterate: (name: string, input?: AnyInput) => recordsOf(pages(name, input)),
    followExecution,
    async waitForExecution(id: number, input: StreamOptions = {}) {
      for await (const _event of followExecution(id, input));
      return (methods['getExecution'] as (input: AnyInput) => Promise<unknown>)({ ...input, path: { id } });
    },
  };
  return { ...methods, ...helpers } as unknown as Client;
}

const JSON_TYPE = 'application/json';

interface NamedRoute extends Route {
  name: string;
  kind: string;
  /** Its pages go on by cursor. */
  hasCursor: boolean;
}

/** A route of the generated list: `GET /content-workflow/executions cursor`. */
function routeOf(name: string, text: string): NamedRoute {
  const [method = '', path = '', ...flags] = text.split(' ');
  const kind = flags.includes('events') ? 'events' : flags.includes('file') ? 'file' : 'json';
  return { name, method, path, kind, hasKey: flags.includes('key'), hasCursor: flags.includes('cursor') };
}

function methodOf(client: ClientOptions, route: NamedRoute) {
  const { name, kind } = route;
  if (kind === 'events') {
    const isLast = name === 'watchExecution' ? hasEnded : () => false;
    return (input: AnyInput = {}) => streamEvents(client, route, input, { ends: name === 'watchExecution', isLast });
  }
  if (kind === 'file') return (input: AnyInput = {}) => send(client, route, input, '*/*', async (response) => response);
  return (input: AnyInput = {}) => send(client, route, input, JSON_TYPE, readJson);
}

function hasEnded({ event, data }: StreamEvent): boolean {
  return event === 'status' && ENDED.has((JSON.parse(data) as { status: string }).status);
}

/** A cursor shows each record once, however many come meanwhile; pages shift. Whoever names a page goes on by pages. */
function firstPage(route: NamedRoute | undefined, query: object = {}): Record<string, unknown> {
  return route?.hasCursor && !('page' in query) ? { cursor: 'begin' } : {};
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
