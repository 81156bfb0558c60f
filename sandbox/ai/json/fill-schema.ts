import type { Brief } from '../brief/read-brief.ts';
import { subjectOf } from '../brief/subject.ts';
import { toSlug } from '../brief/words.ts';
import type { Random } from '../random.ts';
import { Author } from '../text/author.ts';
import { citedText, fillString, type Spot } from './fill-string.ts';
import { isNode, nodesOf, numberOf, resolve, type SchemaNode } from './schema-node.ts';

/** Depth from which optional parts are left out, so that a recursive schema ends. */
const DEEP = 6;

/** Where in the answer a value stands. */
interface Place extends Spot {
  depth: number;
  /** The value at the same place in the plan to echo. */
  example: unknown;
}

/** A value that is valid against any ordinary JSON Schema, with texts on what the brief asks for. */
export function fillSchema(schema: SchemaNode, brief: Brief, random: Random): unknown {
  const author = new Author(brief, subjectOf(brief), random);
  const place = { name: '', list: '', index: 0, depth: 0, listed: false, example: brief.defaultPlan };
  return new Filler(schema, author).fill(schema, place);
}

class Filler {
  private readonly root: SchemaNode;
  private readonly author: Author;

  constructor(root: SchemaNode, author: Author) {
    this.root = root;
    this.author = author;
  }

  fill(raw: SchemaNode, place: Place): unknown {
    const node = resolve(raw, this.root);
    const { example } = place;
    if ('const' in node) return node['const'];
    if (Array.isArray(node['enum'])) return this.choose(node['enum'], place);
    const options = [...nodesOf(node['anyOf']), ...nodesOf(node['oneOf'])];
    if (options.length > 0) return this.fill(this.option(options, place), place);
    switch (typeOf(node, place.depth)) {
      case 'object':
        return this.object(node, place);
      case 'array':
        return this.array(node, place);
      case 'integer':
      case 'number':
        return typeof example === 'number' ? example : fillNumber(node, place, this.author.random);
      case 'boolean':
        return typeof example === 'boolean' ? example : true;
      case 'null':
        return null;
      default:
        return fillString(node, place, this.author, this.echoed(place));
    }
  }

  /** The example's value when it is allowed; in lists the values take turns. */
  private choose(values: unknown[], { example, index }: Place): unknown {
    if (values.includes(example)) return example;
    const shift = index === 0 ? this.author.random.between(0, values.length - 1) : index;
    return values[shift % values.length];
  }

  /** Something rather than null, and the smallest when the answer gets deep. */
  private option(options: SchemaNode[], { depth, example }: Place): SchemaNode {
    const resolved = options.map((each) => resolve(each, this.root));
    const isNull = (each: SchemaNode) => each['type'] === 'null';
    if (example === null || depth > DEEP) {
      const simple = resolved.find(isNull) ?? resolved.find(({ type }) => type !== 'object' && type !== 'array');
      if (simple) return simple;
    }
    return resolved.find((each) => !isNull(each)) ?? {};
  }

  private object(node: SchemaNode, place: Place): Record<string, unknown> {
    const properties = isNode(node['properties']) ? node['properties'] : {};
    const cited = citedText(Object.keys(properties), place.index, this.author.brief);
    if (cited) return cited;
    const required = Array.isArray(node['required']) ? node['required'] : [];
    const example = isNode(place.example) ? place.example : undefined;
    const result: Record<string, unknown> = {};
    for (const [name, child] of Object.entries(properties)) {
      if (!isNode(child) || (place.depth > DEEP && !required.includes(name))) continue;
      result[name] = this.fill(child, { ...place, name, depth: place.depth + 1, example: example?.[name] });
    }
    return { ...result, ...this.entries(node, place) };
  }

  /** Entries of a record: keys from the schema, or numbered ones on the topic. */
  private entries(node: SchemaNode, { depth }: Place): Record<string, unknown> {
    const child = node['additionalProperties'];
    if (!isNode(child) || Object.keys(child).length === 0) return {};
    const names = isNode(node['propertyNames']) ? resolve(node['propertyNames'], this.root)['enum'] : undefined;
    const count = Array.isArray(names) ? names.length : (numberOf(node, 'minProperties') ?? 1);
    const slug = toSlug(this.author.subject.topic, '_');
    const keys = Array.isArray(names)
      ? names.map(String)
      : Array.from({ length: count }, (_, at) => `${slug}_${at + 1}`);
    return Object.fromEntries(
      keys.map((name, index) => {
        const place = { name, list: name, index, depth: depth + 1, listed: true, example: undefined };
        return [name, this.fill(child, place)];
      }),
    );
  }

  private array(node: SchemaNode, place: Place): unknown[] {
    const min = numberOf(node, 'minItems') ?? 0;
    const max = numberOf(node, 'maxItems') ?? Number.POSITIVE_INFINITY;
    const fixed = nodesOf(node['prefixItems']);
    const child = isNode(node['items']) ? node['items'] : {};
    const examples = Array.isArray(place.example) ? place.example : undefined;
    const count = Math.min(max, Math.max(min, fixed.length, examples?.length ?? this.usualCount(node, place)));
    return Array.from({ length: count }, (_, index) =>
      this.fill(fixed[index] ?? child, {
        ...place,
        list: place.name,
        index,
        depth: place.depth + 1,
        listed: true,
        example: examples?.[index],
      }),
    );
  }

  /** As many as the brief asks for; references to other items are none, because they could point nowhere. */
  private usualCount(node: SchemaNode, { name, depth }: Place): number {
    if (depth > DEEP || /depend|prerequisite|parent|reference/.test(name)) return 0;
    const { brief, subject } = this.author;
    if (brief.items !== undefined && depth <= 1) return brief.items;
    if (/keyword|tag/.test(name)) return Math.max(3, subject.keywords.length);
    const items = isNode(node['items']) ? resolve(node['items'], this.root) : {};
    return Array.isArray(items['enum']) ? Math.min(2, items['enum'].length) : 3;
  }

  /** The text to echo from a given plan: identifiers as they are, titles and summaries made to name the topic. */
  private echoed({ name, example }: Place): string | undefined {
    if (typeof example !== 'string' || !/^(?:title|summary)$/.test(name))
      return typeof example === 'string' ? example : undefined;
    const named =
      name === 'title'
        ? this.author.fill(`${example} for {topic}`)
        : this.author.fill(`${example} It is about {topic}.`);
    return named.length <= 120 && this.author.allowed(named) ? named : example;
  }
}

/** A number within the bounds of the schema, of a size that fits its name. */
function fillNumber(node: SchemaNode, { name, index }: Place, random: Random): number {
  const step = numberOf(node, 'multipleOf') ?? (node['type'] === 'integer' ? 1 : 0.01);
  const min = Math.max(
    numberOf(node, 'minimum') ?? -Infinity,
    (numberOf(node, 'exclusiveMinimum') ?? -Infinity) + step,
  );
  const max = Math.min(numberOf(node, 'maximum') ?? Infinity, (numberOf(node, 'exclusiveMaximum') ?? Infinity) - step);
  const usual = /score|percent|rating/.test(name)
    ? max <= 10
      ? max * 0.8
      : random.between(62, 88)
    : /position|order|index|rank|number/.test(name)
      ? index + 1
      : random.between(1, 5);
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
