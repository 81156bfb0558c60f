import type { Brief } from './read-brief.ts';
import { countWords, sentencesOf } from './words.ts';

/** What the answer is about. */
export interface Subject {
  /** Noun phrase for the middle of a sentence. */
  topic: string;
  /** The same for titles. */
  headline: string;
  company: string | undefined;
  product: string | undefined;
  customer: string | undefined;
  /** "cloud teams" when nobody is named. */
  audience: string;
  callToAction: string | undefined;
  keywords: string[];
  /** Short phrases: features, benefits, key points. */
  points: string[];
  /** Whole sentences of the inputs, as they were given. */
  facts: string[];
}

interface NamedText {
  name: string;
  text: string;
}

const TOPIC =
  /^(?:(?:blog_|page_)?topics?|subject|theme|focus|(?:blog_|article_)?title|headline|query|question|campaign|event|offer|announcement)$/;
const PRODUCT = /^(?:product|product_name|solution_name|service|offering|listing)$/;
const COMPANY = /^(?:company|company_name|brand|brand_name|brand_voice|partner|partner_name|organization|vendor)$/;
const CUSTOMER = /^(?:customer|customer_name|client|client_name)$/;
const AUDIENCE = /^(?:audience|target_audience|persona|readers?)$/;
const CALL = /^(?:call_to_action|cta)$/;
const KEYWORDS = /keyword|hashtags|^tags$/;
const POINTS = /^(?:key_)?(?:points|features|benefits|highlights)$|advantages|pain_points|services$|^ideas$/;
/** Inputs addressed to the model, which are not content for a text. */
const TALK = /^(?:message|conversation|persona|agent|agent_description|use_case)$/;

/** Finds in a brief what to write about. */
export function subjectOf(brief: Brief): Subject {
  const texts = brief.inputs
    .filter(({ name }) => !TALK.test(name))
    .flatMap(({ name, value }) => flatten(name, value))
    .map(({ name, text }) => ({ name, text: withoutAvoided(text, brief) }))
    .filter(({ text }) => text !== '');
  const first = (names: RegExp) => texts.find(({ name }) => names.test(name))?.text;
  const name = (names: RegExp) => shortPhrase(first(names), 6);
  const many = (names: RegExp) => [...new Set(texts.filter((each) => names.test(each.name)).flatMap(entriesOf))];
  const product = name(PRODUCT);
  const known = [TOPIC, PRODUCT, COMPANY, CUSTOMER, AUDIENCE, CALL, KEYWORDS, POINTS];
  const prose = texts.filter(({ name: own, text }) => !known.some((each) => each.test(own)) && countWords(text) > 6);
  const task = brief.deliverable === undefined ? withoutAvoided(brief.task, brief) : undefined;
  const company = name(COMPANY);
  const isStory = brief.deliverable?.startsWith('case_study') ?? false;
  const headline =
    [
      first(TOPIC),
      product,
      isStory ? 'the new solution' : texts.find(({ text }) => countWords(text) <= 6)?.text,
      task,
      prose[0]?.text,
    ]
      .map((text) => topicOf(text ?? ''))
      .find(Boolean) ?? 'your question';
  return {
    topic: /^(?:why|how|what|when|where|who|which)\b/.test(headline) ? 'this topic' : headline,
    headline,
    product,
    // A case study names the customer; its author is the partner.
    company: isStory ? undefined : company,
    customer: name(CUSTOMER) ?? (isStory ? company : undefined),
    audience:
      shortPhrase(withoutAvoided(brief.audience ?? '', brief), 12) ?? shortPhrase(first(AUDIENCE), 12) ?? 'cloud teams',
    callToAction: first(CALL)?.replace(/[.!]+$/, ''),
    keywords: many(KEYWORDS)
      .map((each) => each.replace(/^#/, ''))
      .slice(0, 12),
    points: many(POINTS).filter((each) => countWords(each) <= 6),
    facts: [...new Set(prose.flatMap(({ text }) => sentencesOf(text)))].filter(isStatement),
  };
}

/** Texts by name; of objects, the texts inside by their own name, `company: {name}` by the outer one. */
function flatten(name: string, value: unknown, depth = 0): NamedText[] {
  if (typeof value === 'string') return value.trim() ? [{ name, text: value.trim() }] : [];
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  if (Array.isArray(value)) return value.flatMap((each) => flatten(name, each, depth + 1));
  return Object.entries(value).flatMap(([key, each]) => flatten(key === 'name' ? name : key, each, depth + 1));
}

/** Entries of a list, whether given as lines or with separators; running text stays whole. */
function entriesOf({ text }: NamedText): string[] {
  const parts = /[;\n]/.test(text) ? text.split(/[;\n]/) : /[.!?](\s|$)/.test(text) ? [text] : text.split(',');
  return parts.map((each) => each.replace(/^\s*(?:[-*]|and|or)\s+|\.$/g, '').trim()).filter(Boolean);
}

const ASKING =
  /^(?:what (?:is|are)|how (?:do|does|can|could|should|to)|why (?:is|are|do|does)|which|when|where|who)\s+(?:(?:i|we|you|can)\s+)?/i;
const ORDER =
  /^(?:hello|hi|please|(?:can|could) you|help me|write|create|draft|make|explain|describe|summarize|translate|plan|give|tell|list)\b.*?\b(?:about|on|for|of|to)\s+|^(?:please|write|create|explain|describe|plan)\s+/i;
/** Names whose capital must survive in the middle of a sentence. */
const NAMES =
  /^(?:AWS|Amazon|Azure|Google|Kubernetes|Linux|Microsoft|PostgreSQL|Python|Salesforce|SAP|Snowflake|Temporal|Terraform)\b/;

/** The subject as a phrase for the middle of a sentence: the first clause, without who is asked, at most twelve words. */
function topicOf(text: string): string {
  const [line = ''] = text
    .replace(/\b(?:our|my)\b/gi, 'the')
    .trim()
    .split('\n');
  const [clause = ''] = line
    .replace(ORDER, '')
    .replace(ASKING, '')
    .split(/[:;.!?–—](?:\s|$)|,\s/);
  const words = clause.trim().split(/\s+/).slice(0, 12).join(' ');
  const phrase = words.replace(/^["'“]|["'”]$|(?:\s(?:a|an|and|at|by|for|from|in|of|on|or|the|to|with))+$/g, '');
  return /^[A-Z][a-z]* [a-z]/.test(phrase) && !NAMES.test(phrase)
    ? phrase.charAt(0).toLowerCase() + phrase.slice(1)
    : phrase;
}

function shortPhrase(text: string | undefined, words: number): string | undefined {
  return text && countWords(text) <= words ? text.replace(/[.,;]+$/, '') : undefined;
}

/** Whether a sentence is a statement, rather than a question or an instruction. */
function isStatement(sentence: string): boolean {
  return countWords(sentence) > 4 && !/\?$/.test(sentence) && !ORDER.test(sentence);
}

function withoutAvoided(text: string, brief: Brief): string {
  const plain = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return brief.avoid
    .reduce((rest, phrase) => rest.replaceAll(new RegExp(plain(phrase), 'gi'), ''), text)
    .replace(/ {2,}/g, ' ')
    .trim();
}
