import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../domain/kernel/json.ts';
import { MAX_LIST_BYTES, MAX_LISTED_TEXT, pageTooLarge } from '../domain/kernel/page.ts';
import { createJsonSlices, toJsonText } from './json-slices.ts';
import { shapeOf } from './read-input.ts';

/** Most names of cut texts in an answer: names in free-form JSON are the partner's own. */
const MAX_NAMES = 100;
/** Longest name of a cut text, characters. */
const MAX_NAME_LENGTH = 200;

/** How the answers of a list are bounded. */
export interface ListForm {
  /** Whether it has `per_page`, so that its pages can be smaller. */
  isPaged: boolean;
  /** Dotted names of texts that are never cut. */
  neverCut: ReadonlySet<string>;
}

/** The form of a list, by its input: it has pages, or texts that can be included. Undefined for others. */
export function listFormOf(input: z.ZodType, neverCut: readonly string[] = []): ListForm | undefined {
  const { per_page, include } = shapeOf(input);
  // What a single record can include is something else, such as a schema.
  const hasTexts = include !== undefined && z.safeParse(include, 'body').success;
  return per_page || hasTexts ? { isPaged: per_page !== undefined, neverCut: new Set(neverCut) } : undefined;
}

/** `meta.next_cursor` of a list. */
export const nextCursorSchema = z
  .string()
  .nullable()
  .optional()
  .describe('The `cursor` of the next page, null on the last. Absent on numbered pages.');

/** `meta.truncated` of a list. */
export const truncatedSchema = z
  .array(z.string())
  .optional()
  .describe(
    `Fields whose texts are cut after ${MAX_LISTED_TEXT.toLocaleString('en')} characters; \`include=body\` returns full texts. Absent if nothing is cut.`,
  );

/**
 * The answer of a list, as an object and as JSON. Long texts are cut and named in `meta.truncated`, unless the input
 * includes them. Throws VALIDATION_ERROR for a page of more than 1 MiB. Other requests have their turn meanwhile.
 */
export async function listAnswer(
  body: unknown,
  { isPaged, neverCut }: ListForm,
  input: unknown,
  turnKey: string,
): Promise<{ body: unknown; text: string }> {
  const answer = { ...(body as JsonObject) };
  const slices = createJsonSlices(turnKey, isPaged ? MAX_LIST_BYTES : undefined, pageTooLarge);
  const { data } = answer;
  const isWhole = isJsonObject(input) && input['include'] === 'body';
  if (Array.isArray(data)) {
    const names = new Set<string>();
    const shown: unknown[] = [];
    for (const entry of data) {
      const cut = isWhole ? entry : cutEntry(entry, neverCut, names);
      shown.push(cut);
      await slices.add(cut);
    }
    answer['data'] = shown;
    if (names.size > 0) answer['meta'] = { ...(answer['meta'] as JsonObject | undefined), truncated: [...names] };
  }
  const dataText = Array.isArray(data) ? `[${slices.texts.join()}]` : undefined;
  const members: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    const text = (name === 'data' && dataText) || (await toJsonText(value, slices));
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return { body: answer, text: `{${members.join()}}` };
}

/** An entry with its long texts cut; their names are added. Fields of a resource have the names of its attributes. */
function cutEntry(entry: unknown, neverCut: ReadonlySet<string>, names: Set<string>): unknown {
  if (!isJsonObject(entry) || !isJsonObject(entry['attributes'])) return cutTexts(entry, '', neverCut, names);
  return { ...entry, attributes: cutTexts(entry['attributes'], '', neverCut, names) };
}

function cutTexts(value: unknown, name: string, neverCut: ReadonlySet<string>, names: Set<string>): unknown {
  if (typeof value === 'string') {
    if (neverCut.has(name)) return value;
    const shown = beginningOf(value);
    if (shown !== value && names.size < MAX_NAMES) names.add(name.slice(0, MAX_NAME_LENGTH));
    return shown;
  }
  if (Array.isArray(value)) return value.map((entry) => cutTexts(entry, name, neverCut, names));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, cutTexts(part, name ? `${name}.${key}` : key, neverCut, names)]),
  );
}

/** What a list shows of a text: all of it, or its beginning. Characters are code points, as in the maxima of inputs. */
function beginningOf(text: string): string {
  if (text.length <= MAX_LISTED_TEXT) return text;
  let end = 0;
  for (let count = 0; count < MAX_LISTED_TEXT && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
