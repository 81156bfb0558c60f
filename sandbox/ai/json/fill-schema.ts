import type { Brief } from '../brief/read-brief.ts';
import { subjectOf } from '../brief/subject.ts';
import { toSlug } from '../brief/words.ts';
import type { Random } from '../random.ts';
import type { Finding } from '../reading/read-passages.ts';
import { Author } from '../text/author.ts';
import { citedItems } from './cited.ts';
import { fillString, type Spot } from './fill-string.ts';
import { isNode, nodesOf, numberOf, resolve, type SchemaNode } from './schema-node.ts';

/** Depth from which optional parts are left out, so that a recursive schema ends. */
const DEEP = 6;

/** Where in the answer a value stands. */
interface Place extends Spot {
  depth: number;
  /** The value at the same place in the plan to echo. */
  example: unknown;
}

/**
 * A value that is valid against any ordinary JSON Schema, with texts on what the brief asks for; lists that cite passages have the answers to
 * its question, if it has one.
 */
export function fillSchema(root: SchemaNode, brief: Brief, random: Random, answers?: readonly Finding[]): unknown {
  const author = new Author(brief, subjectOf(brief), random);
  return fill(root, { name: '', list: '', index: 0, depth: 0, listed: false, example: brief.defaultPlan });

  function fill(raw: SchemaNode, place: Place): unknown {
    const node = resolve(raw, root);
    const { example } = place;
    if ('const' in node) return node['const'];
    if (Array.isArray(node['enum'])) return choose(node['enum'], place);
    const options = [...nodesOf(node['anyOf']), ...nodesOf(node['oneOf'])];
    if (options.length > 0) return fill(option(options, place), place);
    const type = typeOf(node, place.depth);
    if (type === 'object') return object(node, place);
    if (type === 'array') return array(node, place);
    if (type === 'null') return null;
    if (type === 'boolean') return typeof example === 'boolean' ? example : true;
    if (type !== 'integer' && type !== 'number') return fillString(node, place, author, echoed(place));
    return typeof example === 'number' ? example : fillNumber(node, place, random);
  }

  /** The example's value when it is allowed; in lists the values take turns. */
  function choose(values: unknown[], { example, index }: Place): unknown {
    if (values.includes(example)) return example;
    return values[(index === 0 ? random.between(0, values.length - 1) : index) % values.length];
  }

  /** Something rather than null, and the smallest when the answer gets deep. */
  function option(options: SchemaNode[], { depth, example }: Place): SchemaNode {
    const resolved = options.map((each) => resolve(each, root));
    const nothing = resolved.find(({ type }) => type === 'null');
    const simple = nothing ?? resolved.find(({ type }) => type !== 'object' && type !== 'array');
    if (simple && (example === null || depth > DEEP)) return simple;
    return resolved.find((each) => each !== nothing) ?? {};
  }

  function object(node: SchemaNode, place: Place): Record<string, unknown> {
    const properties = isNode(node['properties']) ? node['properties'] : {};
    const required = Array.isArray(node['required']) ? node['required'] : [];
    const example = isNode(place.example) ? place.example : {};
    const depth = place.depth + 1;
    const wanted = Object.entries(properties).flatMap(([name, child]) =>
      isNode(child) && (place.depth <= DEEP || required.includes(name)) ? [{ name, child }] : [],
    );
    const fields = wanted.map(({ name, child }) => {
      return [name, fill(child, { ...place, name, depth, example: example[name] })];
    });
    return Object.fromEntries([...fields, ...entries(node, depth)]);
  }

  /** Entries of a record: keys from the schema, or numbered ones on the topic. */
  function entries(node: SchemaNode, depth: number): [string, unknown][] {
    const child = node['additionalProperties'];
    if (!isNode(child) || Object.keys(child).length === 0) return [];
    const names = isNode(node['propertyNames']) ? resolve(node['propertyNames'], root)['enum'] : undefined;
    const slug = toSlug(author.subject.topic, '_');
    const count = numberOf(node, 'minProperties') ?? 1;
    const keys = Array.isArray(names)
      ? names.map(String)
      : Array.from({ length: count }, (_, at) => `${slug}_${at + 1}`);
    return keys.map((name, index) => {
      return [name, fill(child, { name, list: name, index, depth, listed: true, example: undefined })];
    });
  }

  function array(node: SchemaNode, place: Place): unknown[] {
    const { minItems: min = 0, maxItems: max = Number.POSITIVE_INFINITY } = node as {
      minItems?: number;
      maxItems?: number;
    };
    const fixed = nodesOf(node['prefixItems']);
    const child = isNode(node['items']) ? node['items'] : {};
    const { properties } = resolve(child, root);
    const cited = isNode(properties) ? citedItems(Object.keys(properties), brief, answers) : undefined;
    if (cited) return cited.slice(0, max);
    const examples = Array.isArray(place.example) ? place.example : undefined;
    const length = Math.min(max, Math.max(min, fixed.length, examples?.length ?? usualCount(child, place)));
    const item = { ...place, list: place.name, depth: place.depth + 1, listed: true };
    return Array.from({ length }, (_, index) =>
      fill(fixed[index] ?? child, { ...item, index, example: examples?.[index] }),
    );
  }

  /** As many as the brief asks for; references to other items are none, because they could point nowhere. */
  function usualCount(child: SchemaNode, { name, depth }: Place): number {
    if (depth > DEEP || /depend|prerequisite|parent|reference/.test(name)) return 0;
    if (brief.items !== undefined && depth <= 1) return brief.items;
    if (/keyword|tag/.test(name)) return Math.max(3, author.subject.keywords.length);
    const values = resolve(child, root)['enum'];
    return Array.isArray(values) ? Math.min(2, values.length) : 3;
  }

  /** The text to echo from a given plan: identifiers as they are, titles and summaries made to name the topic. */
  function echoed({ name, example }: Place): string | undefined {
    if (typeof example !== 'string') return undefined;
    const additions: Record<string, string> = { title: ' for {topic}', summary: ' It is about {topic}.' };
    const named = author.fill(example + (additions[name] ?? ''));
    return named.length <= 120 && name in additions && author.allowed(named) ? named : example;
  }
}

/** A number within the bounds of the schema, of a size that fits its name. */
function fillNumber(node: SchemaNode, { name, index }: Place, random: Random): number {
  const bound = (key: string, otherwise: number) => numberOf(node, key) ?? otherwise;
  const step = bound('multipleOf', node['type'] === 'integer' ? 1 : 0.01);
  const min = Math.max(bound('minimum', -Infinity), bound('exclusiveMinimum', -Infinity) + step);
  const max = Math.min(bound('maximum', Infinity), bound('exclusiveMaximum', Infinity) - step);
  const score = max <= 10 ? max * 0.8 : random.between(62, 88);
  const isPlace = /position|order|index|rank|number/.test(name);
  const usual = /score|percent|rating/.test(name) ? score : isPlace ? index + 1 : random.between(1, 5);
  const wanted = Math.min(max, Math.max(min, usual));
  const steps = Math.round(wanted / step);
  const value = [steps, steps + 1, steps - 1].map((each) => each * step).find((each) => each >= min && each <= max);
  // Decimal steps leave noise such as 0.30000000000000004.
  return Number((value ?? wanted).toFixed(10));
}

function typeOf(node: SchemaNode, depth: number): string {
  const { type } = node;
  if (Array.isArray(type))
    return String((depth > DEEP && type.includes('null') ? 'null' : type.find((each) => each !== 'null')) ?? 'null');
  if (typeof type === 'string') return type;
  if ('properties' in node || 'additionalProperties' in node || depth === 0) return 'object';
  if ('items' in node || 'prefixItems' in node) return 'array';
  return 'minimum' in node || 'maximum' in node ? 'number' : 'string';
}
