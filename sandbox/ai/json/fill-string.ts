import { capitalize, countWords, cutAtWord, titleCase, toSlug } from '../brief/words.ts';
import type { Author } from '../text/author.ts';
import { BANK, type EntryKind } from '../text/bank.ts';
import { writeText } from '../text/write-text.ts';
import { numberOf, type SchemaNode } from './schema-node.ts';

/** Makes texts for a `pattern` or `format`; a development package, without which they are usual texts. */
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
  // The same question gets the same.
  const made = (form: { pattern?: string; format?: string }) =>
    String(faker?.generateSync({ type: 'string', ...form }, { seed: author.random.between(0, 2 ** 31 - 1) }));
  if (typeof format === 'string' && faker) return made({ format });
  const name = spot.name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  const text = example ?? byName({ ...spot, name }, max, author);
  if (typeof pattern === 'string') {
    const usual = [text, toSlug(text), toSlug(text, '_')].find((each) => new RegExp(pattern, 'u').test(each));
    return usual ?? (faker ? made({ pattern }) : text);
  }
  let fitted = cutAtWord(text, max);
  while (fitted.length < min - 1 && fitted.length < max) {
    const longer = cutAtWord(`${fitted} ${author.more()}`.trim(), max);
    if (longer.length <= fitted.length) break;
    fitted = longer;
  }
  // Cutting at a word can fall short of bounds that lie close together.
  return fitted.padEnd(Math.min(min, max), '.');
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
    const from = name.endsWith(ENHANCED) ? { from: given(name.slice(0, -ENHANCED.length)) ?? '' } : {};
    return writeText(author, { bare: true, ...(bounds && { bounds }), ...from });
  }
  // A property that is named like an input is asked back: a company, a product, a channel.
  const same = given(name);
  if (same !== undefined && countWords(same) <= 8 && !/title|headline|summary|description/.test(name)) return same;
  const entry = author.entry(entriesFor(spot, author), index);
  const title = author.title(brief.deliverable ?? 'text_content', Math.min(max, 80));
  const suggestion = brief.deliverable === 'answer' ? author.entry('questions', index).title : entry.action;
  const rules: [RegExp, string][] = [
    [/slug|^id$|_id$|^key$|_key$|^code$/, toSlug(subject.topic) + (index === 0 ? '' : `-${index + 1}`)],
    [/aspect|title|heading|headline|subject|^name$|label|question/, spot.listed || index > 0 ? entry.title : title],
    [/detail|observation|finding|lead/, entry.lead],
    [/suggest/, suggestion],
    [/recommend|fix|action|advice|next_step|tip|task|idea/, author.entry('findings', index).action],
    [/reason|rationale|why|goal|benefit|outcome|evidence/, author.entry('ideas', index).lead],
    [/audience|persona|reader/, capitalize(subject.audience)],
    [/tone|voice|style/, brief.tone ?? 'Professional'],
    [/company|brand|partner|vendor/, subject.company ?? 'The partner team'],
    [/customer|client/, subject.customer ?? 'The customer team'],
    [/product|solution_name|offering/, subject.product ?? titleCase(subject.topic)],
  ];
  const rule = rules.find(([pattern]) => pattern.test(name));
  if (rule) return rule[1];
  const summaries = author.choose(BANK.summaries);
  const sentence = summaries[index + 1] ?? summaries[0];
  const fact = subject.facts.find(author.allowed);
  return fact !== undefined && `${sentence} ${fact}`.length <= max ? `${sentence} ${fact}` : sentence;
}

/** What the items of a list are, by what the list is called and what was asked for. */
function entriesFor({ list, name }: Spot, { brief }: Author): EntryKind {
  const words = `${list} ${name} ${brief.deliverable}`;
  if (/finding|issue|aspect/.test(words)) return 'findings';
  if (/question|faq/.test(words) || /question/i.test(brief.task)) return 'questions';
  return /step|phase|milestone|section|outline/.test(words) ? 'steps' : 'ideas';
}
