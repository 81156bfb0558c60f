import { z } from 'zod';

/** A moment as it leaves: ISO 8601 in UTC with milliseconds. */
export const datetimeSchema = z.iso.datetime({ precision: 3 });

/** Number of a record. */
export const idSchema = z.int().positive();

/** How many there are. */
export const countSchema = z.int().nonnegative();

/** Parts of a resource beside its attributes. */
interface MoreShape {
  id?: z.ZodType;
  links?: z.ZodType;
  relationships?: z.ZodType;
}

/** A resource object of the house form; pass `links` and `relationships` where the resource has them. */
export function resourceSchema<Attributes extends z.ZodRawShape, More extends MoreShape = Record<never, never>>(
  type: string,
  attributes: Attributes,
  more?: More,
) {
  return z.object({ type: z.literal(type), id: idSchema, attributes: z.object(attributes), ...(more as More) });
}

/** `{data: …}`. */
export function dataSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ data });
}

/** A list with `{total, page, per_page, total_pages}`. */
export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    meta: z.object({
      total: countSchema,
      page: z.int().positive(),
      per_page: z.int().positive(),
      total_pages: countSchema,
    }),
  });
}

/** A list with the second form of pagination. */
export function rangeListSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    meta: z.object({
      page: z.int().positive(),
      per_page: z.int().positive(),
      total: countSchema,
      current_page: z.int().positive(),
      last_page: z.int().positive(),
      from: z.int().positive().nullable(),
      to: z.int().positive().nullable(),
    }),
  });
}
