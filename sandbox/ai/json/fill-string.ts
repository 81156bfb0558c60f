import { createHash } from 'node:crypto';
import { capitalize, countWords, cutAtWord, titleCase, toSlug } from '../brief/words.ts';
import type { Author } from '../text/author.ts';
import { type ENTRIES, POINTS, SUMMARIES } from '../text/bank.ts';
import { writeText } from '../text/write-text.ts';
import { numberOf, type SchemaNode } from './schema-node.ts';

/** Makes texts for a `pattern`; a development package, without which only patterns that a usual text fits are met. */
const faker = await import('json-schema-faker').catch(() => undefined);

/** Where a text stands: the name of its property, the list around it, its place there. */
export interface Spot {
  name: string;
  list: string;
  index: number;
  listed: boolean;
}

const BODY =
  /^(?:body|content|text|texts|markdown|article|html|output|answer|response|reply|draft|copy|post|email|message)$|_(?:body|text|markdown|content|copy|enhanced)$/;
/** Of a property that says better what an input says. */
const ENHANCED = '_enhanced';
/** Below so many characters a body is a line. */
const SHORTEST_BODY = 400;

/** A text that is valid against the schema and fits the property's name; `example` is taken where there is one. */
export function fillString(node: SchemaNode, spot: Spot, author: Author, example: string | undefined): string {
  const min = numberOf(node, 'minLength') ?? 0;
  const max = numberOf(node, 'maxLength') ?? Number.POSITIVE_INFINITY;
  const { format, pattern } = node;
  const special = typeof format === 'string' ? formatted(format, spot, author) : undefined;
  if (special !== undefined) return special;
  const text =
    example ?? byName({ ...spot, name: spot.name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase() }, max, author);
  if (typeof pattern === 'string') return matching(pattern, text, author);
  let fitted = cutAtWord(text, max);
  while (fitted.length < min - 1 && fitted.length < max) {
    const longer = cutAtWord(`${fitted} ${author.more()}`.trim(), max);
    if (longer.length <= fitted.length) break;
    fitted = longer;
  }
  // Cutting at a word can fall short of bounds that lie close together.
  return fitted.padEnd(Math.min(min, max), '.');
}

function matching(pattern: string, text: string, { random }: Author): string {
  const expression = new RegExp(pattern, 'u');
  const usual = [text, toSlug(text), toSlug(text, '_')].find((each) => expression.test(each));
  return (
    usual ?? String(faker?.generateSync({ type: 'string', pattern }, { seed: random.between(0, 2 ** 31 - 1) }) ?? text)
  );
}

function byName(spot: Spot, max: number, author: Author): string {
  const { name, index } = spot;
  const { brief, subject } = author;
  const given = (input: string) => {
    const value = brief.inputs.find((each) => each.name === input)?.value;
    return typeof value === 'string' ? value : undefined;
  };
  if ((BODY.test(name) || name === '') && max >= SHORTEST_BODY) {
    const most = Math.floor(max / 8);
    const bounds = brief.length ?? (most < 300 ? { min: Math.floor(most / 2), max: most } : undefined);
    return writeText(author, {
      bare: true,
      ...(bounds && { bounds }),
      ...(name.endsWith(ENHANCED) && { from: given(name.slice(0, -ENHANCED.length)) ?? '' }),
    });
  }
  // A property that is named like an input is asked back: a company, a product, a channel.
  const same = given(name);
  if (same !== undefined && countWords(same) <= 8 && !/title|headline|summary|description/.test(name)) return same;
  const entry = author.entry(entriesFor(spot, author), index);
  const titled =
    spot.listed || index > 0 ? entry.title : author.title(brief.deliverable ?? 'text_content', Math.min(max, 80));
  const slug = toSlug(subject.topic);
  const rules: [RegExp, () => string][] = [
    [/slug|^id$|_id$|^key$|_key$|^code$/, () => (index === 0 ? slug : `${slug}-${index + 1}`)],
    [/aspect|title|heading|headline|subject|^name$|label|question/, () => titled],
    [/detail|observation|finding|lead/, () => entry.lead],
    [/hashtag/, () => `#${titleCase(keyword(index, author)).replace(/[^A-Za-z0-9]/g, '')}`],
    [/keyword|tag|phrase|term/, () => keyword(index, author)],
    [/suggest/, () => (brief.deliverable === 'answer' ? author.entry('questions', index).title : entry.action)],
    [/recommend|fix|action|advice|next_step|tip|task|idea/, () => author.entry('findings', index).action],
    [/reason|rationale|why|goal|benefit|outcome|evidence/, () => author.entry('ideas', index).lead],
    [/audience|persona|reader/, () => capitalize(subject.audience)],
    [/tone|voice|style/, () => brief.tone ?? 'Professional'],
    [/company|brand|partner|vendor/, () => subject.company ?? 'The partner team'],
    [/customer|client/, () => subject.customer ?? 'The customer team'],
    [/product|solution_name|offering/, () => subject.product ?? titleCase(subject.topic)],
    [/language|locale/, () => brief.language ?? 'en'],
    [/country/, () => 'United States'],
    [/currency/, () => 'USD'],
    [/url|link|uri/, () => `https://www.example.com/${slug}`],
  ];
  const rule = rules.find(([pattern]) => pattern.test(name));
  if (rule) return rule[1]();
  const [summary, ...others] = author.choose(SUMMARIES);
  const sentence = others[index] ?? summary;
  const fact = subject.facts.find(author.allowed);
  return fact !== undefined && `${sentence} ${fact}`.length <= max ? `${sentence} ${fact}` : sentence;
}

/** What the items of a list are, by what the list is called and what was asked for. */
function entriesFor({ list, name }: Spot, { brief }: Author): keyof typeof ENTRIES {
  const words = `${list} ${name} ${brief.deliverable}`;
  if (/finding|issue|aspect/.test(words)) return 'findings';
  if (/question|faq/.test(words) || /question/i.test(brief.task)) return 'questions';
  return /step|phase|milestone|section|outline/.test(words) ? 'steps' : 'ideas';
}

function keyword(index: number, { subject: { keywords, points, topic } }: Author): string {
  const all = [
    ...new Set(
      [...keywords, topic, ...points, `${topic} guide`, `${topic} checklist`].map((each) => each.toLowerCase()),
    ),
  ];
  return all[index] ?? `${topic} ${POINTS[index % POINTS.length]}`;
}

/** Used when the inputs name no date, because an answer may not depend on the clock. */
const USUAL_DAY = '2026-01-05';

/** A text in one of JSON Schema's formats; undefined for formats that need nothing special. */
function formatted(format: string, { name, index }: Spot, { brief, subject }: Author): string | undefined {
  const day = /\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)\b/.exec(JSON.stringify(brief.inputs))?.[0] ?? USUAL_DAY;
  // A week apart.
  const at = () => new Date(Date.parse(`${day}T09:00:00Z`) + index * 7 * 86_400_000).toISOString();
  const hex = () => createHash('sha256').update(`${subject.topic} ${name} ${index}`).digest('hex');
  const made: Record<string, () => string> = {
    date: () => at().slice(0, 10),
    'date-time': at,
    time: () => '09:00:00Z',
    duration: () => 'P7D',
    email: () => 'team@example.com',
    uri: () => `https://www.example.com/${toSlug(subject.topic)}`,
    hostname: () => 'www.example.com',
    ipv4: () => '192.0.2.1',
    ipv6: () => '2001:db8::1',
    uuid: () => hex().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5'),
  };
  return made[format]?.();
}
