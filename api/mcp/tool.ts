import type { CallToolResult, Tool as SdkTool, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RequiredPermission } from '../../domain/kernel/call.ts';
import { AppError, invalid } from '../../domain/kernel/errors.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { detailsOf } from '../../domain/kernel/invoke.ts';
import { Problems } from '../../domain/kernel/problems.ts';
import { MAX_CURSOR_LENGTH, PAGE_CURSOR } from '../../domain/kernel/schema.ts';
import type { WorkState } from '../long-work.ts';
import { type JsonSchema, toJsonSchema } from '../openapi/schemas.ts';
import { shapeOf } from '../read-input.ts';
import type { JsonRoute, Method } from '../route.ts';
import { turnKeyOf } from '../turns.ts';
import type { McpContext } from './context.ts';
import { rpcErrorOf } from './failure.ts';
import { completeArguments } from './input/complete.ts';
import { type ModelForm, modelForm } from './model-form.ts';
import { idName, nounIn, snakeCase } from './names.ts';
import { createdTask, type TaskReading, type TaskSource } from './tasks.ts';
import {
  ADDITIVE,
  DESTRUCTIVE,
  READ_ONLY,
  type ToolAnswer,
  type ToolOptions,
  type ToolResult,
  type ToolSource,
} from './tool-options.ts';
import { failed, structured, summarize } from './tool-result.ts';

/** Default hints by the method of the route. */
const HINTS: Readonly<Record<Method, ToolAnnotations>> = {
  GET: READ_ONLY,
  POST: ADDITIVE,
  PUT: DESTRUCTIVE,
  PATCH: DESTRUCTIVE,
  DELETE: DESTRUCTIVE,
};

/** A tool in the form of the protocol. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: SdkTool['inputSchema'];
  outputSchema: SdkTool['inputSchema'];
  annotations: ToolAnnotations;
}

/** A tool of the registry. */
export interface Tool {
  name: string;
  /** Permission of the tool's operation; callers without it do not see the tool. */
  permission: RequiredPermission;
  description: ToolDescription;
  /** The route that the tool exposes. */
  route: JsonRoute;
  /** Fields that are never cut in the text of a result. */
  whole: readonly string[];
  /** Converts the route's body to a result. */
  resultOf(body: unknown, context: McpContext): Promise<ToolAnswer>;
  /** What its calls begin, if that may go on after their answer and can be followed as a task. */
  task?: TaskSource | undefined;
  /** Runs the operation. Errors of the arguments or the record are results, too. Throws all other errors. */
  call(context: McpContext, given: Record<string, unknown>): Promise<ToolAnswer>;
}

/** How a call's result is built, with its schema. */
interface ResultBuilder {
  outputSchema: SdkTool['inputSchema'];
  make: ToolResult['make'];
  /** Made of the route's body alone; undefined for tools whose result is their own. */
  ofBody?: ((body: unknown) => CallToolResult) | undefined;
}

/** A tool for a route, with its arguments, result and permission. JSON Schemas are made on first use. */
export function tool(route: JsonRoute, options: ToolOptions): Tool {
  const { operation } = route;
  const { name, title, annotations = HINTS[route.method], defaults = {}, noun = nounIn(route.path) } = options;
  const params = shapeOf(operation.params);
  const rename = { ...options.rename, ...namesOf(Object.keys(params), noun) };
  // Page numbers are enough for models, and every field costs them tokens.
  const omit = shapeOf(operation.input)['page'] ? [...(options.omit ?? []), 'next_cursor'] : options.omit;
  const result = resultOf(route, { ...options, noun, ...(omit && { omit }) });
  const names = Object.entries(rename);
  // The first of several names is the one that is shown.
  const argumentFor = new Map(names.toReversed().map(([argument, parameter]) => [parameter, argument]));
  const named = (parameter: string) => argumentFor.get(parameter) ?? parameter;
  const namesTaken = new Map(names.map(([alias, parameter]) => [alias, named(parameter)]));
  const wanted = z.object(
    Object.fromEntries(
      Object.entries({ ...params, ...argumentsOf(operation.input) }).map(([parameter, schema]) => [
        named(parameter),
        Object.hasOwn(defaults, parameter) ? (schema as z.ZodType).default(defaults[parameter]) : schema,
      ]),
    ),
  );
  let description: ToolDescription | undefined;
  const self: Tool = {
    name,
    permission: operation.permission,
    route,
    whole: options.whole ?? [],
    resultOf: result.make,
    task: taskOf(route, result),
    get description() {
      description ??= {
        name,
        title,
        description: options.description,
        inputSchema: objectSchema(wanted, 'input'),
        outputSchema: result.outputSchema,
        annotations: { title, openWorldHint: false, ...annotations },
      };
      return description;
    },
    async call(context, asked) {
      const argumentOf = (name: string) => namesTaken.get(name) ?? named(name);
      try {
        if (context.argumentProblems) throw invalid(context.argumentProblems, INVALID);
        const given = canonicalArguments(asked, argumentOf);
        requireKnown(wanted, given);
        const completed = await completeArguments(context, {
          tool: name,
          given,
          missing: annotations.readOnlyHint ? [] : missingChoices(wanted, given),
          input: options.input,
          isValid: (complete) => wanted.safeParse(complete).success,
        });
        if ('answer' in completed) return completed.answer;
        requireValid(wanted, completed.given);
        const raw = split({ ...defaults, ...completed.given }, params, rename);
        const follows = self.task !== undefined && context.offersTasks;
        // Whoever follows the work does not wait for it here.
        const deps = follows ? { ...context.deps, longestWaitMs: 0 } : context.deps;
        const { body, work } = await route.respond(deps, raw, context);
        if (self.task && follows && work?.isOpen) return createdTask(self.task, work.id, openReading(work));
        await eventLoopScheduler.take(turnKeyOf(context.call.actor));
        return await result.make(body, context);
      } catch (error) {
        if (error instanceof AppError && error.status < 500)
          return failed(error, {
            named,
            given: Object.keys(asked).map(argumentOf),
            known: new Set(fieldNames(self.description.inputSchema as JsonSchema)),
          });
        throw error;
      }
    },
  };
  return self;
}

/** The work of a route as a task; undefined where it begins none. */
function taskOf({ work }: JsonRoute, { ofBody }: ResultBuilder): TaskSource | undefined {
  if (!work || !ofBody) return undefined;
  const { cancel } = work;
  return {
    kind: work.kind,
    uriOf: work.uriOf,
    cancel: cancel && (async ({ deps, call }, id) => void (await cancel(deps, call, id))),
    async read(context, id) {
      const { work: state, body } = await work.read(context.deps, id, context);
      if (!state) return null;
      if (state.isOpen) return openReading(state);
      return { ...openReading(state), ...outcomeOf(state, () => ofBody(body)) };
    },
  };
}

function openReading({ message, createdAt, updatedAt }: WorkState): TaskReading {
  return { message, createdAt, updatedAt, outcome: { status: 'working' } };
}

/** What the call would have answered, had it waited for the end. */
function outcomeOf(
  { failure, isFailed, isCancelled }: WorkState,
  result: () => CallToolResult,
): Pick<TaskReading, 'outcome'> & Partial<Pick<TaskReading, 'message'>> {
  if (failure) {
    const { code, message, data } = rpcErrorOf(failure);
    return { message, outcome: { status: 'failed', error: { code, message, ...(data && { data }) } } };
  }
  if (isCancelled) return { outcome: { status: 'cancelled' } };
  return { outcome: { status: 'completed', result: { ...result(), ...(isFailed && { isError: true }) } } };
}

/** What a tool takes of an operation's input: not the cursor where there are page numbers, to keep tools short. */
function argumentsOf(input: z.ZodType): Readonly<z.core.$ZodShape> {
  const { cursor, ...others } = shapeOf(input);
  if (cursor === undefined || (cursor === PAGE_CURSOR && others['page'])) return others;
  return cursor === PAGE_CURSOR ? { ...others, cursor: SEALED_CURSOR } : { ...others, cursor };
}

/** A cursor before the route has opened it. */
const SEALED_CURSOR = z
  .string()
  .max(MAX_CURSOR_LENGTH)
  .optional()
  .describe(PAGE_CURSOR.description ?? '');

/** Names of the fields in a schema, at any depth. */
function fieldNames(schema: JsonSchema): string[] {
  const parts = [schema['items'], schema['anyOf']].flat().filter(Boolean) as JsonSchema[];
  const fields = Object.entries(schema.properties ?? {});
  return [...fields.flatMap(([name, part]) => [name, ...fieldNames(part)]), ...parts.flatMap(fieldNames)];
}

/** What is said of a call before the problem of each argument. */
export const INVALID = 'The arguments are not valid.';

/**
 * Arguments by the names of the tool; REST's names are accepted, too. Throws VALIDATION_ERROR where one is given twice.
 */
function canonicalArguments(
  asked: Record<string, unknown>,
  argumentOf: (name: string) => string,
): Record<string, unknown> {
  const given = new Map<string, unknown>();
  for (const [name, value] of Object.entries(asked)) {
    const argument = argumentOf(name);
    if (given.has(argument)) throw invalid({ [argument]: ['Is given under two names.'] }, INVALID);
    given.set(argument, value);
  }
  return Object.fromEntries(given);
}

/** Arguments that users can choose. */
const CHOICES = ['agent_id', 'brand_voice_id'] as const;

/** Those of them that the tool requires and has not got. */
function missingChoices(wanted: z.ZodObject, given: Record<string, unknown>): string[] {
  return CHOICES.filter((name) => {
    const schema = wanted.shape[name] as z.ZodType | undefined;
    return schema && given[name] === undefined && !schema.safeParse(undefined).success;
  });
}

/** The arguments as the schema has them. Throws VALIDATION_ERROR with the problem of each. */
export function requireValid<Schema extends z.ZodObject>(
  wanted: Schema,
  given: Record<string, unknown>,
): z.output<Schema> {
  const parsed = wanted.safeParse(given, { reportInput: true });
  if (parsed.error) throw invalid(detailsOf(parsed.error), INVALID);
  return parsed.data;
}

/** Throws VALIDATION_ERROR for unknown arguments. */
export function requireKnown(wanted: z.ZodObject, given: Record<string, unknown>): void {
  const problems = new Problems();
  for (const name in given) {
    if (!Object.hasOwn(wanted.shape, name)) problems.add(name, 'There is no such argument.');
    if (problems.isFull) break;
  }
  const details = problems.details();
  if (details) throw invalid(details, INVALID);
}

function split(
  given: Record<string, unknown>,
  params: z.core.$ZodShape,
  rename: Readonly<Record<string, string>>,
): { params: Record<string, unknown>; input: Record<string, unknown> } {
  const raw = { params: {} as Record<string, unknown>, input: {} as Record<string, unknown> };
  for (const [argument, value] of Object.entries(given)) {
    const parameter = rename[argument] ?? argument;
    raw[Object.hasOwn(params, parameter) ? 'params' : 'input'][parameter] = value;
  }
  return raw;
}

/** The argument of each path parameter that models know by another name. */
function namesOf(params: readonly string[], noun: string | undefined): Record<string, string> {
  return Object.fromEntries(
    params.map((param) => [param === 'id' && noun !== undefined ? idName(noun) : snakeCase(param), param]),
  );
}

/** The route's body as the result; without a body, a confirmation. */
function bodyOf({ response, method }: JsonRoute): ToolSource {
  if (response instanceof z.ZodObject) return { schema: response, of: (body) => body as Record<string, unknown> };
  const done = method === 'DELETE' ? 'deleted' : 'done';
  return { schema: z.object({ [done]: z.literal(true) }), of: () => ({ [done]: true }) };
}

/** The tool's own result, or a response in the form for models with a short text. Schemas are made on first use. */
function resultOf(route: JsonRoute, { result, source = bodyOf(route), noun, omit, whole }: ToolOptions): ResultBuilder {
  if (result) return { outputSchema: objectSchema(result.schema, 'output'), make: result.make };
  let known: ModelForm | undefined;
  const form = () => {
    known ??= modelForm(objectSchema(source.schema, 'output') as JsonSchema, noun, new Set(omit));
    return known;
  };
  const ofBody = (body: unknown) => {
    const output = form().of(source.of(body)) as Record<string, unknown>;
    return structured(output, summarize(output, new Set(whole)));
  };
  return {
    get outputSchema() {
      return form().schema as SdkTool['inputSchema'];
    },
    make: async (body) => ofBody(body),
    ofBody,
  };
}

/**
 * The JSON Schema of a tool's arguments or result. Models would pay for each word of it, so a result's fields are described in the
 * API document alone: together they have more words than all arguments.
 */
export function objectSchema(schema: z.ZodType, io: 'input' | 'output'): SdkTool['inputSchema'] {
  const isNeedless = (name: string, value: unknown) =>
    isSafeBound(value) || (io === 'output' && name === 'description' && typeof value === 'string');
  const text = JSON.stringify(toJsonSchema(schema, io), (name, value) => (isNeedless(name, value) ? undefined : value));
  return { ...JSON.parse(text), type: 'object' };
}

/** Bounds that every JSON number has. */
function isSafeBound(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}
