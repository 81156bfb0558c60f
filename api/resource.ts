import { z } from 'zod';
import type { Call } from '../domain/kernel/call.ts';
import type { Page } from '../domain/kernel/page.ts';

/** A moment as it leaves: ISO 8601 in UTC with milliseconds. */
export const datetimeSchema = z.iso.datetime({ precision: 3 });

/** Number of a record. */
export const idSchema = z.int().positive();

/** How many there are. */
export const countSchema = z.int().nonnegative();

/** ISO 8601 in UTC with milliseconds and `Z`. */
export function datetime(value: Date): string;
export function datetime(value: Date | null): string | null;
export function datetime(value: Date | null): string | null {
  return value === null ? null : value.toISOString();
}

/** What presenters know besides the operation's output. */
export interface PresentContext {
  call: Call;
  /** Origin under which callers reach the service; no trailing slash. */
  publicUrl: string;
  now: Date;
}

/** How something leaves: its form, for the API document and for models, and how it is made of what an operation returns. */
export interface Presenter<Value, Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  present(value: Value, context: PresentContext): z.input<Schema>;
}

/** Declares how something leaves; the compiler holds the one against the other. */
export function presenter<Schema extends z.ZodType, Value>(
  schema: Schema,
  present: (value: Value, context: PresentContext) => z.input<NoInfer<Schema>>,
): Presenter<Value, Schema> {
  return { schema, present };
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

interface ResourceDeclaration<
  Type extends string,
  Value,
  Id extends z.ZodType,
  Attributes extends z.ZodRawShape,
  Links extends z.ZodRawShape,
  Relationships extends z.ZodRawShape,
> {
  type: Type;
  /** Its name in the API document, where its type has several forms; made of the type unless given. */
  name?: string;
  /** Form of the id; a record's number unless given. */
  id?: Id;
  attributes: Attributes;
  /** Paths. */
  links?: Links;
  relationships?: Relationships;
  present(
    value: Value,
    context: PresentContext,
  ): Omit<z.input<ResourceSchema<Type, Id, Attributes, Links, Relationships>>, 'type'>;
}

/** Declares a resource object of the house form, once: the form of its parts and how they are made of a row. */
export function resource<
  const Type extends string,
  Value,
  Attributes extends z.ZodRawShape,
  Id extends z.ZodType = typeof idSchema,
  Links extends z.ZodRawShape = None,
  Relationships extends z.ZodRawShape = None,
>(
  declaration: ResourceDeclaration<Type, Value, Id, Attributes, Links, Relationships>,
): Presenter<Value, ResourceSchema<Type, Id, Attributes, Links, Relationships>> {
  const { type, name = pascalCase(type), id, attributes, links, relationships, present } = declaration;
  // The compiler cannot tell what a spread leaves that is there or not by a type parameter.
  const schema = z
    .object({
      type: z.literal(type),
      id: id ?? idSchema,
      attributes: z.object(attributes).meta({ title: `${name}Attributes` }),
      ...(links && { links: z.object(links) }),
      ...(relationships && { relationships: z.object(relationships) }),
    })
    .meta({ title: name }) as unknown as ResourceSchema<Type, Id, Attributes, Links, Relationships>;
  return presenter(schema, (value, context) => ({ type, ...present(value, context) }) as z.input<typeof schema>);
}

/** `{data: …}` of one thing. */
export function one<Value, Schema extends z.ZodType>({ schema, present }: Presenter<Value, Schema>) {
  return presenter(named(z.object({ data: schema }), schema, 'Answer'), (value: Value, context) => ({
    data: present(value, context),
  }));
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
    total: countSchema,
    page: z.int().positive(),
    per_page: z.int().positive(),
    total_pages: countSchema,
  });
  return presenter(
    named(z.object({ data: z.array(schema), meta: meta.meta({ title: 'PageMeta' }) }), schema, 'Page'),
    (rows: Page<Value>, context) => ({
      data: rows.rows.map((row) => present(row, context)),
      meta: { total: rows.total, page: rows.page, per_page: rows.per_page, total_pages: pagesOf(rows) },
    }),
  );
}

/** A page with the second form of `meta`; `from` and `to` count rows from 1. */
export function pageWithRange<Value, Schema extends z.ZodType>({ schema, present }: Presenter<Value, Schema>) {
  const meta = z.object({
    page: z.int().positive(),
    per_page: z.int().positive(),
    total: countSchema,
    current_page: z.int().positive(),
    last_page: z.int().positive(),
    from: z.int().positive().nullable(),
    to: z.int().positive().nullable(),
  });
  const body = z.object({ data: z.array(schema), meta: meta.meta({ title: 'PageRangeMeta' }) });
  return presenter(named(body, schema, 'Page'), (rows: Page<Value>, context) => {
    const first = (rows.page - 1) * rows.per_page + 1;
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
      },
    };
  });
}

/** Names what a body is after the thing in it, if that has a name; schemas with a title stand in the API document once. */
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
