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

/** What inputs mean, by their names. */
const MEANINGS = {
  topic:
    /^(?:(?:blog_|page_)?topics?|subject|theme|focus|(?:blog_|article_)?title|headline|query|question|campaign|event|offer|announcement)$/,
  product: /^(?:product|product_name|solution_name|service|offering|listing)$/,
  company: /^(?:company|company_name|brand|brand_name|brand_voice|partner|partner_name|organization|vendor)$/,
  customer: /^(?:customer|customer_name|client|client_name)$/,
  audience: /^(?:audience|target_audience|persona|readers?)$/,
  call: /^(?:call_to_action|cta)$/,
  keywords: /keyword|hashtags|^tags$/,
  points: /^(?:key_)?(?:points|features|benefits|highlights)$|advantages|pain_points|services$|^ideas$/,
};
/** Inputs addressed to the model, which are not content for a text. */
const TALK = /^(?:message|conversation|persona|agent|agent_description|use_case)$/;

/** Finds in a brief what to write about. */
export function subjectOf(brief: Brief): Subject {
  const texts = brief.inputs
    .filter(({ name }) => !TALK.test(name))
    .flatMap(({ name, value }) => flatten(name, value))
    .map(({ name, text }) => ({ name, text: withoutAvoided(text, brief) }))
    .filter(({ text }) => text !== '');
  const first = (meaning: keyof typeof MEANINGS) => texts.find(({ name }) => MEANINGS[meaning].test(name))?.text;
  const name = (meaning: keyof typeof MEANINGS) => shortPhrase(first(meaning), 6);
  const many = (meaning: keyof typeof MEANINGS) =>
    texts.filter((each) => MEANINGS[meaning].test(each.name)).flatMap(({ text }) => entriesOf(text));
  const isProse = (each: NamedText) =>
    countWords(each.text) > 6 && !Object.values(MEANINGS).some((names) => names.test(each.name));
  const prose = texts.filter(isProse);
  // A case study names the customer; its author is the partner.
  const isStory = brief.deliverable?.startsWith('case_study') ?? false;
  const company = name('company');
  const headlines = [
    first('topic'),
    name('product'),
    isStory ? 'the new solution' : texts.find(({ text }) => countWords(text) <= 6)?.text,
    brief.deliverable === undefined ? withoutAvoided(brief.task, brief) : '',
    prose[0]?.text,
  ];
  const headline = headlines.map((text = '') => topicOf(text)).find(Boolean) ?? 'your question';
  return {
    topic: /^(?:why|how|what|when|where|who|which)\b/.test(headline) ? 'this topic' : headline,
    headline,
    product: name('product'),
    company: isStory ? undefined : company,
    customer: name('customer') ?? (isStory ? company : undefined),
    audience:
      [withoutAvoided(brief.audience ?? '', brief), first('audience')]
        .map((text) => shortPhrase(text, 12))
        .find(Boolean) ?? 'cloud teams',
    callToAction: first('call')?.replace(/[.!]+$/, ''),
    keywords: [...new Set(many('keywords').map((each) => each.replace(/^#/, '')))].slice(0, 12),
    points: [...new Set(many('points'))].filter((each) => countWords(each) <= 6),
    facts: [...new Set(prose.flatMap(({ text }) => sentencesOf(text)))].filter(isStatement),
  };
}

interface NamedText {
  name: string;
  text: string;
}

/** Texts by name; of objects, the texts inside by their own name, `company: {name}` by the outer one. */
function flatten(name: string, value: unknown, depth = 0): NamedText[] {
  if (typeof value === 'string') return [{ name, text: value.trim() }];
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  if (Array.isArray(value)) return value.flatMap((each) => flatten(name, each, depth + 1));
  return Object.entries(value).flatMap(([key, each]) => flatten(key === 'name' ? name : key, each, depth + 1));
}

/** Entries of a list, whether given as lines or with separators; running text stays whole. */
function entriesOf(text: string): string[] {
  const parts = text.split(/[;\n]/.test(text) ? /[;\n]/ : /[.!?](\s|$)/.test(text) ? /$^/ : ',');
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
  const isName = NAMES.test(phrase) || !/^[A-Z][a-z]* [a-z]/.test(phrase);
  return isName ? phrase : phrase.charAt(0).toLowerCase() + phrase.slice(1);
}

function shortPhrase(text: string | undefined, words: number): string | undefined {
  return text && countWords(text) <= words ? text.replace(/[.,;]+$/, '') : undefined;
}

/** Whether a sentence is a statement, rather than a question or an instruction. */
function isStatement(sentence: string): boolean {
  return countWords(sentence) > 4 && !/\?$/.test(sentence) && !ORDER.test(sentence);
}

function withoutAvoided(text: string, { avoid }: Brief): string {
  const plain = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const rest = avoid.reduce((kept, phrase) => kept.replaceAll(new RegExp(plain(phrase), 'gi'), ''), text);
  return rest.replace(/ {2,}/g, ' ').trim();
}
