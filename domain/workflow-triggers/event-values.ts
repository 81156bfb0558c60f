import type { z } from 'zod';
import type { Db } from '../kernel/deps.ts';
import { inputSchema } from '../kernel/json-schema.ts';
import { findListingNames } from '../listings/store.ts';
import { findEventType } from '../webhooks/catalogue.ts';

/** JSON Schema of what a mapping can take. */
export type ValueSchema = z.core.JSONSchema.BaseSchema;

const NAMED = { type: 'string' } as const;
/** What is known of the listing of an event besides its number, as its page was last read. */
const LISTING: ValueSchema = { type: 'object', properties: { title: NAMED, short_description: NAMED, vendor: NAMED } };

const SCHEMAS = new Map<string, ValueSchema>();

/** Schema of the values of an event that a mapping can take: its `data`, and of listings their names; undefined for an unknown event. */
export function eventValueSchema(name: string): ValueSchema | undefined {
  const known = SCHEMAS.get(name);
  if (known) return known;
  const type = findEventType(name);
  if (!type) return undefined;
  const data: ValueSchema = inputSchema(type.data);
  const { properties } = data;
  const schema = isOfListing(name) && properties ? { ...data, properties: { ...properties, listing: LISTING } } : data;
  SCHEMAS.set(name, schema);
  return schema;
}

/** The values of an event that a mapping can take. */
export async function eventValues(
  db: Db,
  { type, data }: { type: string; data: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const id = data['listing_id'];
  const listing = isOfListing(type) && typeof id === 'string' ? await findListingNames(db, id) : null;
  return listing ? { ...data, listing } : data;
}

function isOfListing(name: string): boolean {
  return name.startsWith('listing.');
}
