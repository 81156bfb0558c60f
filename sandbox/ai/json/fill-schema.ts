import type { Brief } from '../brief/brief.ts';
import { subjectOf } from '../brief/subject.ts';
import { toSlug } from '../brief/words.ts';
import type { Random } from '../random.ts';
import { Author } from '../text/author.ts';
import type { ItemTemplate } from '../text/bank/work.ts';
import { citedText } from './cited.ts';
import { exampleFor } from './example.ts';
import { fillNumber } from './fill-number.ts';
import { StringFiller } from './fill-string.ts';
import { pairedText, pairsFor } from './pairs.ts';
import { isNode, nodesOf, numberOf, resolve, type SchemaNode } from './schema-node.ts';

/** Depth from which optional parts are left out, so that a recursive schema ends. */
const deep = 6;

/** Where in the answer a value stands. */
interface Place {
  name: string;
  /** Position in the nearest list. */
  index: number;
  depth: number;
  listed: boolean;
  /** A value of the same place in a plan that is to be echoed. */
  example: unknown;
  /** Title and text that belong together, for an item of a list. */
  pair?: ItemTemplate | undefined;
}

/** A value that is valid against any ordinary JSON Schema, with texts on what the brief asks for. */
export function fillSchema(schema: SchemaNode, brief: Brief, random: Random): unknown {
  const author = new Author(brief, subjectOf(brief), random);
  return new Filler(schema, author).fill(schema, {
    name: '',
    index: 0,
    depth: 0,
    listed: false,
    example: brief.defaultPlan,
  });
}

class Filler {
  private readonly root: SchemaNode;
  private readonly author: Author;
  private readonly strings: StringFiller;

  constructor(root: SchemaNode, author: Author) {
    this.root = root;
    this.author = author;
    this.strings = new StringFiller(author);
  }

  fill(raw: SchemaNode, place: Place): unknown {
    const node = resolve(raw, this.root);
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
        return typeof place.example === 'number' ? place.example : fillNumber(node, place, this.author.random);
      case 'boolean':
        return typeof place.example === 'boolean' ? place.example : true;
      case 'null':
        return null;
      default:
        return this.string(node, place);
    }
  }

  private string(node: SchemaNode, place: Place): string {
    const given = exampleFor(place.name, place.example, this.author) ?? pairedText(place.name, place.pair);
    return this.strings.fill(node, place, given);
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
    const isNull = (each: SchemaNode): boolean => each['type'] === 'null';
    if (example === null || depth > deep) {
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
      if (!isNode(child) || (place.depth > deep && !required.includes(name))) continue;
      result[name] = this.fill(child, { ...place, name, depth: place.depth + 1, example: example?.[name] });
    }
    this.addEntries(node, place, result);
    return result;
  }

  /** Entries of a record: keys from the schema or the keywords. */
  private addEntries(node: SchemaNode, place: Place, result: Record<string, unknown>): void {
    const child = node['additionalProperties'];
    if (!isNode(child) || Object.keys(child).length === 0) return;
    const names = isNode(node['propertyNames']) ? resolve(node['propertyNames'], this.root)['enum'] : undefined;
    const { keywords, points, topic } = this.author.subject;
    const keys = Array.isArray(names)
      ? names.map(String)
      : [...keywords, ...points, topic].map((each) => toSlug(each, '_'));
    const count = Array.isArray(names) ? names.length : (numberOf(node, 'minProperties') ?? 1);
    for (let index = 0; index < count; index += 1) {
      const key = keys[index] ?? `${keys[0]}_${index + 1}`;
      result[key] ??= this.fill(child, { name: key, index, depth: place.depth + 1, listed: true, example: undefined });
    }
  }

  private array(node: SchemaNode, place: Place): unknown[] {
    const min = numberOf(node, 'minItems') ?? 0;
    const max = numberOf(node, 'maxItems') ?? Number.POSITIVE_INFINITY;
    const fixed = nodesOf(node['prefixItems']);
    const child = isNode(node['items']) ? node['items'] : {};
    const examples = Array.isArray(place.example) ? place.example : undefined;
    const count = Math.min(max, Math.max(min, fixed.length, examples?.length ?? this.usualCount(node, place)));
    const pairs = examples ? [] : pairsFor(place.name, count, this.author);
    return Array.from({ length: count }, (_, index) => {
      const example = examples?.[index];
      return this.fill(fixed[index] ?? child, {
        ...place,
        index,
        depth: place.depth + 1,
        listed: true,
        example,
        pair: pairs[index],
      });
    });
  }

  /** As many as the brief asks for; references to other items are none, because they could point nowhere. */
  private usualCount(node: SchemaNode, { name, depth }: Place): number {
    if (depth > deep || /depend|prerequisite|parent|citation|reference/.test(name)) return 0;
    const items = isNode(node['items']) ? resolve(node['items'], this.root) : {};
    const { items: wanted } = this.author.brief;
    if (wanted !== undefined && depth <= 1) return wanted;
    if (/keyword|tag/.test(name)) return Math.max(3, this.author.subject.keywords.length);
    if (/finding/.test(name)) return 4;
    if (Array.isArray(items['enum'])) return Math.min(2, items['enum'].length);
    return 3;
  }
}

function typeOf(node: SchemaNode, depth: number): string {
  const { type } = node;
  if (Array.isArray(type))
    return String((depth > deep && type.includes('null') ? 'null' : type.find((each) => each !== 'null')) ?? 'null');
  if (typeof type === 'string') return type;
  if ('properties' in node || 'additionalProperties' in node || depth === 0) return 'object';
  if ('items' in node || 'prefixItems' in node) return 'array';
  return 'minimum' in node || 'maximum' in node ? 'number' : 'string';
}
