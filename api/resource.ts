import { z } from 'zod';
import type { Call } from '../domain/kernel/call.ts';
import { offsetOf, type Page } from '../domain/kernel/page.ts';
import type { Language } from './language/languages.ts';
import { nextCursorSchema, truncatedSchema } from './lists.ts';

/** A date-time in responses: ISO 8601 in UTC with milliseconds. */
export const datetimeSchema = z.iso.datetime({ precision: 3 });

/** Id of a record. */
export const idSchema = z.int().positive();

/** A number of things. */
export const countSchema = z.int().nonnegative();

/** ISO 8601 in UTC with milliseconds and `Z`. */
export function datetime(value: Date): string;
export function datetime(value: Date | null): string | null;
export function datetime(value: Date | null): string | null {
  return value === null ? null : value.toISOString();
}

/** The context of presenters, besides the operation's output. */
export interface PresentContext {
  call: Call;
  /** Origin under which callers reach the service; no trailing slash. */
  publicUrl: string;
  now: Date;
  /** The language of a person at the console; undefined for programs, whose texts are the English ones of the domain. */
  language?: Language | undefined;
}

/**
 * A response body: its schema, for the API document and for models, and the function that makes it from an operation's
 * output.
 */
export interface Presenter<Value, Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  present(value: Value, context: PresentContext): z.input<Schema>;
  /** The same slice by slice, in turns of the caller: for records that may have thousands of parts. */
  presentInTurns?(value: Value, context: PresentContext): Promise<z.input<Schema>>;
}

/** Declares a response body; the compiler checks the function against the schema. */
export function presenter<Schema extends z.ZodType, Value>(
  schema: Schema,
  present: (value: Value, context: PresentContext) => z.input<NoInfer<Schema>>,
  presentInTurns?: (value: Value, context: PresentContext) => Promise<z.input<NoInfer<Schema>>>,
): Presenter<Value, Schema> {
  return { schema, present, ...(presentInTurns && { presentInTurns }) };
}

/** No links, or no relationships. */
type None = Record<never, never>;
type Part<Name extends string, Shape extends z.ZodRawShape> = None extends Shape
  ? None
  : { [Key in Name]: z.ZodObject<Shape> };

type ResourceSchema<
  Type extends string,
  Id extends z.ZodType,
  Attributes extends z.ZodRawShape,
  Links extends z.ZodRawShape,
  Relationships extends z.ZodRawShape,
> = z.ZodObject<
  { type: z.ZodLiteral<Type>; id: Id; attributes: z.ZodObject<Attributes> } & Part<'links', Links> &
    Part<'relationships', Relationships>
>;

type Scalar = string | number | boolean | null | undefined;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/**
 * Whether a field is copied: a Date as text, a scalar that the schema accepts, or a value of exactly the schema's type.
 */
type IsCopied<Field, Schema extends z.core.$ZodType> =
  undefined extends z.core.input<Schema>
    ? false
    : [Extract<Field, Date>] extends [never]
      ? [Extract<Field, Scalar>] extends [z.core.input<Schema>]
        ? [Exclude<Field, Scalar>] extends [never]
          ? true
          : Same<Exclude<Field, Scalar>, Exclude<z.core.input<Schema>, Scalar>>
        : false
      : Schema extends z.ZodISODateTime | z.ZodNullable<z.ZodISODateTime>
        ? [Exclude<Field, Date>] extends [z.core.input<Schema>]
          ? true
          : false
        : false;

type CopiedName<Value, Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Name extends keyof Value
    ? IsCopied<Value[Name], Shape[Name]> extends true
      ? Name
      : never
    : never;
}[keyof Shape];

/**
 * The fields that `present` must return: those that the record lacks or has with another type. It may return others.
 */
type UncopiedFields<Value, Shape extends z.ZodRawShape> = Omit<z.input<z.ZodObject<Shape>>, CopiedName<Value, Shape>> &
  Partial<z.input<z.ZodObject<Shape>>>;

/**
 * Declares a record's plain object: fields with the record's names and types are copied, dates as text; `present`
 * returns the others, which the compiler requires. Fields outside the schema are never sent, and optional fields are
 * never copied.
 */
export function record<Value extends object, Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  present: (value: Value, context: PresentContext) => UncopiedFields<Value, NoInfer<Shape>>,
): Presenter<Value, z.ZodObject<Shape>> {
  const fieldsOf = copier(schema.shape);
  return presenter(schema, (value, context) => fieldsOf(value, present(value, context)) as z.input<typeof schema>);
}

/** The fields of a schema, in its order: the given ones, else those of the record. */
function copier(shape: z.ZodRawShape): (from: object, given: object) => Record<string, unknown> {
  const names = Object.entries(shape).map(([name, schema]) => ({ name, mayLack: schema instanceof z.ZodOptional }));
  return (from, given) => {
    const fields: Record<string, unknown> = {};
    for (const { name, mayLack } of names) {
      if (Object.hasOwn(given, name)) fields[name] = (given as Record<string, unknown>)[name];
      else if (!mayLack) fields[name] = copyValue((from as Record<string, unknown>)[name]);
    }
    return fields;
  };
}

function copyValue(value: unknown): unknown {
  return value instanceof Date ? datetime(value) : value;
}

/** The parts of a resource object that `present` must return. */
type PresentedParts<
  Value,
  Id extends z.ZodType,
  Attributes extends z.ZodRawShape,
  Links extends z.ZodRawShape,
  Relationships extends z.ZodRawShape,
> = Omit<z.input<ResourceSchema<string, Id, Attributes, Links, Relationships>>, 'type' | 'id' | 'attributes'> &
  UncopiedFields<Value, { id: Id }> &
  (None extends UncopiedFields<Value, Attributes>
    ? { attributes?: UncopiedFields<Value, Attributes> }
    : { attributes: UncopiedFields<Value, Attributes> });

interface ResourceDeclaration<
  Type extends string,
  Value extends object,
  Id extends z.ZodType,
  Attributes extends z.ZodRawShape,
  Links extends z.ZodRawShape,
  Relationships extends z.ZodRawShape,
> {
  type: Type;
  /** Its name in the API document, where its type has several forms; derived from the type unless given. */
  name?: string;
  /** Schema of the id; a record's number unless given. */
  id?: Id;
  attributes: Attributes;
  /** Paths. */
  links?: Links;
  relationships?: Relationships;
  /**
   * Returns links, relationships, and the id and attributes that the record lacks or has with another type; the rest is
   * copied.
   */
  present(value: Value, context: PresentContext): PresentedParts<Value, Id, Attributes, Links, Relationships>;
}

/** Declares a resource object: the schema of its parts, and those that are not copied from the record. */
export function resource<
  const Type extends string,
  Value extends object,
  Attributes extends z.ZodRawShape,
  Id extends z.ZodType = typeof idSchema,
  Links extends z.ZodRawShape = None,
  Relationships extends z.ZodRawShape = None,
>(
  declaration: ResourceDeclaration<Type, Value, Id, Attributes, Links, Relationships>,
): Presenter<Value, ResourceSchema<Type, Id, Attributes, Links, Relationships>> {
  const { type, name = pascalCase(type), id = idSchema, attributes, links, relationships, present } = declaration;
  // TypeScript cannot infer from a type parameter whether a spread sets a property.
  const schema = z
    .object({
      type: z.literal(type),
      id,
      attributes: z.object(attributes).meta({ title: `${name}Attributes` }),
      ...(links && { links: z.object(links) }),
      ...(relationships && { relationships: z.object(relationships) }),
    })
    .meta({ title: name }) as unknown as ResourceSchema<Type, Id, Attributes, Links, Relationships>;
  const attributesOf = copier(attributes);
  const idOf = copier({ id });
  return presenter(schema, (value, context) => {
    const { attributes: given = {}, ...rest } = present(value, context);
    return { type, ...idOf(value, rest), attributes: attributesOf(value, given), ...rest } as z.input<typeof schema>;
  });
}

/** `{data: …}` with one object. */
export function one<Value, Schema extends z.ZodType>({ schema, present, presentInTurns }: Presenter<Value, Schema>) {
  return presenter(
    named(z.object({ data: schema }), schema, 'Answer'),
    (value: Value, context) => ({ data: present(value, context) }),
    presentInTurns && (async (value, context) => ({ data: await presentInTurns(value, context) })),
  );
}

/** `{data: […]}`, unpaged. */
export function all<Value, Schema extends z.ZodType>({ schema, present }: Presenter<Value, Schema>) {
  return presenter(named(z.object({ data: z.array(schema) }), schema, 'List'), (values: readonly Value[], context) => ({
    data: values.map((value) => present(value, context)),
  }));
}

/** A page with `{total, page, per_page, total_pages}`. */
export function page<Value, Schema extends z.ZodType>({ schema, present }: Presenter<Value, Schema>) {
  const meta = z.object({
    total: countSchema.describe('Total number of entries that match the filters.'),
    page: z.int().positive().describe('Page number, from 1.'),
    per_page: z.int().positive().describe('Entries per page, as requested.'),
    total_pages: countSchema.describe('Number of pages; 0 if there are no entries.'),
    next_cursor: nextCursorSchema,
    truncated: truncatedSchema,
  });
  return presenter(
    named(z.object({ data: z.array(schema), meta: meta.meta({ title: 'PageMeta' }) }), schema, 'Page'),
    (rows: Page<Value>, context) => ({
      data: rows.rows.map((row) => present(row, context)),
      meta: {
        total: rows.total,
        page: rows.page,
        per_page: rows.per_page,
        total_pages: pagesOf(rows),
        ...nextCursorOf(rows),
      },
    }),
  );
}

/** A page with the second form of `meta`; `from` and `to` count rows from 1. */
export function pageWithRange<Value, Schema extends z.ZodType>({ schema, present }: Presenter<Value, Schema>) {
  const meta = z.object({
    page: z.int().positive().describe('Number of this page.'),
    per_page: z.int().positive().describe('Entries per page at most.'),
    total: countSchema.describe('Total number of entries.'),
    current_page: z.int().positive().describe('Same as `page`.'),
    last_page: z.int().positive().describe('Number of the last page; 1 if there are no entries.'),
    from: z
      .int()
      .positive()
      .nullable()
      .describe('Position of the first entry of this page in the list, from 1; null if the page is empty.'),
    to: z
      .int()
      .positive()
      .nullable()
      .describe('Position of the last entry of this page in the list; null if the page is empty.'),
    next_cursor: nextCursorSchema,
    truncated: truncatedSchema,
  });
  const body = z.object({ data: z.array(schema), meta: meta.meta({ title: 'PageRangeMeta' }) });
  return presenter(named(body, schema, 'Page'), (rows: Page<Value>, context) => {
    const first = (rows.before ?? offsetOf(rows)) + 1;
    const isEmpty = rows.rows.length === 0;
    return {
      data: rows.rows.map((row) => present(row, context)),
      meta: {
        page: rows.page,
        per_page: rows.per_page,
        total: rows.total,
        current_page: rows.page,
        last_page: Math.max(1, pagesOf(rows)),
        from: isEmpty ? null : first,
        to: isEmpty ? null : first + rows.rows.length - 1,
        ...nextCursorOf(rows),
      },
    };
  });
}

/** The field of a cursor's page; the edge seals it. */
function nextCursorOf({ next_cursor }: Pick<Page<unknown>, 'next_cursor'>): { next_cursor?: string | null } {
  return next_cursor === undefined ? {} : { next_cursor };
}

/** Names a body after the schema in it, if that has a name; schemas with a title appear in the API document once. */
function named<Body extends z.ZodType>(body: Body, thing: z.ZodType, suffix: string): Body {
  const title = thing.meta()?.title;
  return title === undefined ? body : body.meta({ title: title + suffix });
}

/** `case_study` becomes CaseStudy. */
function pascalCase(words: string): string {
  return words.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function pagesOf({ total, per_page }: Page<unknown>): number {
  return Math.ceil(total / per_page);
}
