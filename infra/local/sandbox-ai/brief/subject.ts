import type { Brief, Input } from './brief.ts';
import { topicOf, withoutAvoided } from './topic.ts';
import { countWords, midSentence, sentencesOf } from './words.ts';

/** What the answer is about. */
export interface Subject {
  /** Noun phrase for the middle of a sentence. */
  topic: string;
  company: string | undefined;
  product: string | undefined;
  customer: string | undefined;
  /** Noun phrase; "cloud teams" when nobody is named. */
  audience: string;
  callToAction: string | undefined;
  keywords: string[];
  /** Short noun phrases: features, benefits, key points. */
  points: string[];
  /** Whole sentences of the inputs, as they were given. */
  facts: string[];
}

const topicNames =
  'topic blog_topic subject title headline article_title video_title query question search_query primary_keyword keyword focus theme campaign event announcement use_case prompt description text content'.split(
    ' ',
  );
const productNames =
  'product product_name solution solution_name service service_name offering listing listing_title app_name'.split(' ');
const companyNames =
  'company company_name brand brand_name partner partner_name organization business_name vendor'.split(' ');
const customerNames = 'customer customer_name client client_name end_customer'.split(' ');
const audienceNames = 'audience target_audience ideal_customer persona reader readers'.split(' ');
const callNames = 'call_to_action cta'.split(' ');
const keywordNames =
  'keywords keyword primary_keyword secondary_keywords seo_keywords focus_keyword hashtags tags'.split(' ');
const pointNames =
  'key_points points features key_features benefits highlights product_features advantages outcomes pains pain_points services aws_services goals topics ideas'.split(
    ' ',
  );
/** Inputs that steer the answer and are no subject matter. */
const steering =
  /(^|_)(tone|language|lang|length|words?|word_count|maximum_length|format|style|creativity|count|items|number|id|url|uri|link|date|channel|platform|website|email|phone|avoid|donts|dos)(_|$)/;

/** Finds in a brief what to write about. */
export function subjectOf(brief: Brief): Subject {
  const flat = brief.inputs.flatMap(({ name, value }) => flatten(name, value));
  const clean = (text: string | undefined): string | undefined => (text && withoutAvoided(text, brief)) || undefined;
  const first = (names: string[]): string | undefined => clean(textOf(flat, names));
  const many = (names: string[]): string[] => listOf(flat, names).flatMap((each) => clean(each) ?? []);

  const product = short(first(productNames));
  const stated = first(topicNames);
  const named = new Set([...topicNames, ...productNames, ...companyNames, ...customerNames, ...callNames]);
  const known = new Set([...named, ...audienceNames, ...keywordNames]);
  const free = flat.filter(({ name }) => !known.has(name) && !steering.test(name));
  const facts = [...free, ...flat.filter(({ name }) => /^(description|text|content|prompt)$/.test(name))]
    .flatMap(({ text }) => (countWords(text) > 6 ? sentencesOf(text) : []))
    .map((each) => withoutAvoided(each, brief));
  const loose = free.filter(
    ({ name, text }) => !pointNames.includes(name) && countWords(text) <= 6 && /[a-z]{3}/i.test(text),
  );
  const audience = clean(brief.audience) ?? first(audienceNames);
  return {
    topic: topicOf(stated ?? product ?? loose[0]?.text ?? clean(brief.task) ?? ''),
    company: short(first(companyNames)),
    product,
    customer: short(first(customerNames)),
    audience: audience && countWords(audience) <= 12 ? midSentence(audience.replace(/\.$/, '')) : 'cloud teams',
    callToAction: first(callNames)?.replace(/[.!]+$/, ''),
    keywords: [...new Set(many(keywordNames).map((each) => each.replace(/^#/, '')))].slice(0, 12),
    points: [
      ...new Set(
        many(pointNames)
          .filter((each) => countWords(each) <= 6)
          .map(midSentence),
      ),
    ],
    facts: [...new Set([...facts, ...longPoints(many(pointNames))])],
  };
}

/** Points that are clauses rather than phrases are used as sentences. */
function longPoints(points: string[]): string[] {
  return points.filter((each) => countWords(each) > 6).flatMap(sentencesOf);
}

/** Texts by name; of objects, the texts inside by their own name, `company: {name}` by the outer one. */
export function flatten(name: string, value: unknown, depth = 0): { name: string; text: string }[] {
  if (typeof value === 'string') return value.trim() ? [{ name, text: value.trim() }] : [];
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  if (Array.isArray(value)) return value.flatMap((each) => flatten(name, each, depth + 1));
  return Object.entries(value).flatMap(([key, each]) => flatten(key === 'name' ? name : key, each, depth + 1));
}

function textOf(flat: { name: string; text: string }[], names: string[]): string | undefined {
  return names.flatMap((name) => flat.find((each) => each.name === name)?.text ?? [])[0];
}

function listOf(flat: { name: string; text: string }[], names: string[]): string[] {
  return flat
    .filter(({ name }) => names.includes(name))
    .flatMap(({ text }) => (/[;\n]/.test(text) ? text.split(/[;\n]/) : /[.!?]\s/.test(text) ? [text] : text.split(',')))
    .map((each) =>
      each
        .replace(/^\s*[-*]\s*/, '')
        .replace(/\.$/, '')
        .trim(),
    )
    .filter(Boolean);
}

/** A name is short; anything longer is a description of the thing. */
function short(text: string | undefined): string | undefined {
  return text && countWords(text) <= 6 ? text.replace(/[.,;]+$/, '') : undefined;
}

/** The value of the input of this name, when it is one line of text. */
export function inputText(inputs: Input[], name: string): string | undefined {
  const value = inputs.find((each) => each.name === name)?.value;
  return typeof value === 'string' && !value.includes('\n') ? value : undefined;
}
