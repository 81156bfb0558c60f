import type { Brief } from './brief.ts';
import { flatten, listOf, type NamedText, textOf } from './inputs.ts';
import { isDirective, shortTopicOf, topicOf, withoutAvoided } from './topic.ts';
import { asBaseForm } from './verbs.ts';
import { countWords, midSentence, sentencesOf } from './words.ts';

/** What the answer is about. */
export interface Subject {
  /** Noun phrase for the middle of a sentence. */
  topic: string;
  /** The same without what qualifies it, for later mentions. */
  shortTopic: string;
  company: string | undefined;
  product: string | undefined;
  customer: string | undefined;
  /** Noun phrase; "cloud teams" when nobody is named. */
  audience: string;
  callToAction: string | undefined;
  keywords: string[];
  /** Short noun or verb phrases: features, benefits, key points. */
  points: string[];
  /** Whole sentences of the inputs, as they were given. */
  facts: string[];
}

const names = (text: string): string[] => text.trim().split(/\s+/);

const topicNames =
  names(`topic blog_topic subject page_topic theme focus title headline article_title video_title query question
  search_query primary_keyword keyword campaign event use_case offer announcement topics message`);
/** Asked only when neither a topic nor a product is named. */
const proseNames = names('prompt description text content story notes agent_description challenge features');
const productNames = names(
  `product product_name solution_name service service_name offering listing listing_title app_name products`,
);
const companyNames = names(
  'company company_name brand brand_name partner partner_name organization business_name vendor brand_voice',
);
const customerNames = names('customer customer_name client client_name end_customer');
const audienceNames = names('audience target_audience ideal_customer persona reader readers');
const callNames = names('call_to_action cta');
const keywordNames = names(
  `keywords keyword primary_keyword secondary_keywords seo_keywords focus_keyword seed_keywords hashtags tags`,
);
const pointNames =
  names(`key_points points features key_features benefits highlights product_features advantages pains pain_points
  services aws_services ideas outcomes`);
/** Inputs that steer the answer and are no subject matter. */
const steering =
  /(^|_)(tone|language|languages|lang|length|words?|word_count|maximum_length|format|style|style_guide|tagline|creativity|count|items|number|id|url|uri|link|date|timezone|days|field|channel|platform|website|email|phone|avoid|donts|dos|terms)(_|$)/;

/** Finds in a brief what to write about. */
export function subjectOf(brief: Brief): Subject {
  const texts = brief.inputs.flatMap(({ name, value }) => flatten(name, value));
  const clean = (text: string | undefined): string | undefined => (text && withoutAvoided(text, brief)) || undefined;
  const first = (wanted: string[]): string | undefined => clean(textOf(texts, wanted));
  const many = (wanted: string[]): string[] => listOf(texts, wanted).flatMap((each) => clean(each) ?? []);

  const product = short(first(productNames));
  const loose = unnamed(texts).find(({ text }) => countWords(text) <= 6 && /[a-z]{3}/i.test(text));
  const points = many(pointNames);
  const topic = topicOf(first(topicNames) ?? product ?? first(proseNames) ?? loose?.text ?? clean(brief.task) ?? '');
  return {
    topic,
    shortTopic: shortTopicOf(topic),
    company: short(first(companyNames)),
    product,
    customer: short(first(customerNames)),
    audience: audienceOf(clean(brief.audience) ?? first(audienceNames) ?? addressed(brief)),
    callToAction: first(callNames)?.replace(/[.!]+$/, ''),
    keywords: [...new Set(many(keywordNames).map((each) => each.replace(/^#/, '')))].slice(0, 12),
    points: [...new Set(points.filter((each) => countWords(each) <= 6).map((each) => asBaseForm(midSentence(each))))],
    facts: factsOf(texts, points).map((each) => withoutAvoided(each, brief)),
  };
}

/** Sentences about the matter itself. */
function factsOf(texts: NamedText[], points: string[]): string[] {
  const prose = texts.filter(
    ({ name, text }) =>
      !pointNames.includes(name) &&
      (proseNames.includes(name) || !isNamed(name) || (topicNames.includes(name) && /[.!]\s*$/.test(text))),
  );
  const long = [...prose.filter(({ name }) => !steering.test(name)).map(({ text }) => text), ...points];
  const sentences = long.filter((text) => countWords(text) > 6).flatMap(sentencesOf);
  return [...new Set(sentences.filter((sentence) => !isDirective(sentence)))];
}

function isNamed(name: string): boolean {
  const known = [topicNames, productNames, companyNames, customerNames, audienceNames, callNames, keywordNames];
  return known.some((each) => each.includes(name));
}

function unnamed(texts: NamedText[]): NamedText[] {
  return texts.filter(({ name }) => !isNamed(name) && !pointNames.includes(name) && !steering.test(name));
}

/** The readers that a free prompt ends with: "…, for startup founders". */
function addressed(brief: Brief): string | undefined {
  return brief.deliverable ? undefined : /,\s*(?:aimed at|targeting|for)\s+([^,.]+)[.!]?\s*$/i.exec(brief.task)?.[1];
}

function audienceOf(text: string | undefined): string {
  return text && countWords(text) <= 12 ? midSentence(text.replace(/\.$/, '')) : 'cloud teams';
}

/** A name is short; anything longer is a description of the thing. */
function short(text: string | undefined): string | undefined {
  return text && countWords(text) <= 6 ? text.replace(/[.,;]+$/, '') : undefined;
}
