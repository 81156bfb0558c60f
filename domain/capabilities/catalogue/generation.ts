import { z } from 'zod';
import { blankFields, type WriterBody, writerBody } from '../ai-writer/body.ts';
import { writerPrice } from '../ai-writer/price.ts';
import { CASE_STUDY_PROMPTS, caseStudySettings } from './case-study.ts';
import { capabilities } from './define.ts';
import {
  content,
  itemCount,
  lengthWords,
  name,
  optionalText,
  phrases,
  promptText,
  sourceText,
  step,
  targetLanguage,
  voice,
} from './fields.ts';

/** Capabilities that make content. */
export const GENERATION = capabilities('generation', [
  {
    slug: 'blog_post',
    name: 'Blog post',
    description: 'Writes one blog post about a topic, ready for review.',
    settings: z.object({
      topic: promptText('What the post is about, in a phrase or a few sentences.'),
      ...voice(),
      keywords: phrases('Search terms to work in where they fit naturally.'),
      call_to_action: optionalText('What the reader should do next.', 300),
      length_words: lengthWords(200, 2_000, 550),
    }),
    prompt_settings: ['topic'],
    default_plan: [step('post', 'Write the blog post', 'write', [], content('blog_post', 412, 688))],
    optional_kinds: ['research', 'outline'],
    brief:
      'You write blog posts for software companies that sell on a cloud marketplace. You explain one thing well, with concrete examples drawn from the inputs.',
  },
  {
    slug: 'email_campaign',
    name: 'Email campaign',
    description: 'Writes a sequence of emails that build on each other.',
    settings: z.object({
      topic: promptText('What the campaign is about and what it should achieve.'),
      ...voice(),
      call_to_action: optionalText('What the reader should do.', 300),
      ...itemCount('email_draft', 1, 7, 3),
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('messages', 'Work out the messages', 'research', [], null),
      step('emails', 'Write the emails', 'write', ['messages'], content('email_draft', 70, 220, 3)),
    ],
    optional_kinds: ['outline', 'ideate'],
    brief:
      'You write email campaigns for business buyers. Each email has one purpose, and the sequence leads from interest to action.',
  },
  {
    slug: 'social_post_set',
    name: 'Social post set',
    description: 'Writes several social posts that show different sides of one topic.',
    settings: z.object({
      topic: promptText('What the posts are about.'),
      ...voice(),
      keywords: phrases('Terms or hashtags to use.'),
      link: optionalText('Address that the posts should point to.', 500),
      ...itemCount('social_post', 1, 10, 5),
    }),
    prompt_settings: ['topic'],
    default_plan: [step('posts', 'Write the social posts', 'write', [], content('social_post', 15, 70, 5))],
    optional_kinds: ['research', 'ideate'],
    brief:
      'You write social posts for companies. Each post makes a single point in plain words and starts differently from the others.',
  },
  {
    slug: 'product_description',
    name: 'Product description',
    description: 'Describes a product for its marketplace listing.',
    settings: z.object({
      product_name: name('Name of the product.'),
      features: promptText('What the product does and what sets it apart.', 5_000),
      ...voice(),
      keywords: phrases('Search terms that buyers use.'),
      length_words: lengthWords(60, 600, 220),
    }),
    prompt_settings: ['features'],
    default_plan: [
      step('description', 'Write the product description', 'write', [], content('product_description', 165, 275)),
    ],
    optional_kinds: ['research', 'outline'],
    brief:
      'You describe products for marketplace listings. Buyers should understand within seconds what it is, for whom, and what it does for them.',
  },
  {
    slug: 'landing_page_copy',
    name: 'Landing page copy',
    description: 'Writes the text of a landing page: headline, benefits, objections, call to action.',
    settings: z.object({
      offer: promptText('What is offered on the page.', 5_000),
      ...voice(),
      call_to_action: optionalText('What the visitor should do.', 300),
      length_words: lengthWords(150, 1_200, 400),
    }),
    prompt_settings: ['offer'],
    default_plan: [
      step('structure', 'Lay out the page', 'outline', [], null),
      step('page', 'Write the page', 'write', ['structure'], content('text_content', 300, 500)),
    ],
    optional_kinds: ['research', 'ideate'],
    brief:
      'You write landing pages. The headline says what the visitor gains; sections follow with benefits, answers to objections, and the call to action.',
  },
  {
    slug: 'newsletter',
    name: 'Newsletter',
    description: 'Writes one issue of a newsletter as an email.',
    settings: z.object({
      topics: promptText('What the issue reports, one topic a line.', 5_000),
      ...voice(),
      length_words: lengthWords(150, 1_200, 450),
    }),
    prompt_settings: ['topics'],
    default_plan: [step('issue', 'Write the issue', 'write', [], content('email_draft', 337, 563))],
    optional_kinds: ['research', 'outline'],
    brief: 'You edit a company newsletter. Each topic gets a heading, two or three sentences and a pointer to more.',
  },
  {
    slug: 'press_release',
    name: 'Press release',
    description: 'Writes a press release about an announcement.',
    settings: z.object({
      announcement: promptText('What is announced: who, what, when, where, why.', 5_000),
      company: optionalText('Name of the company and what it does.', 1_000),
      quotation: optionalText('A quotation to use word for word, with its speaker.', 1_000),
      ...voice(),
      length_words: lengthWords(200, 900, 420),
    }),
    prompt_settings: ['announcement'],
    default_plan: [step('release', 'Write the press release', 'write', [], content('text_content', 315, 525))],
    optional_kinds: ['research', 'outline'],
    brief:
      'You write press releases: headline, news in the first paragraph, background, and a last paragraph about the company. Quote only what is given; leave "[media contact]" where contact details belong.',
  },
  {
    slug: 'content_rewrite',
    name: 'Content rewrite',
    description: 'Rewrites a text for another purpose, tone or audience, with the same facts.',
    settings: z.object({
      content: sourceText('The text to rewrite.'),
      goal: optionalText('What should change, for example "simpler" or "for developers".', 500),
      ...voice(),
    }),
    prompt_settings: ['content'],
    default_plan: [step('rewrite', 'Rewrite the text', 'rewrite', [], content('text_content', 1, 6_000))],
    optional_kinds: ['analyze'],
    brief:
      'You are an editor who rewrites texts so that they serve their purpose better without changing what they say.',
  },
  {
    slug: 'translation',
    name: 'Translation',
    description: 'Translates a text and keeps its structure.',
    settings: z.object({
      content: sourceText('The text to translate.'),
      target_language: targetLanguage(),
      keep_terms: phrases('Names and terms that stay as they are.'),
    }),
    prompt_settings: ['content'],
    default_plan: [step('translation', 'Translate the text', 'translate', [], content('text_content', 1, 6_000))],
    optional_kinds: [],
    brief: 'You translate marketing texts into the language of the reader.',
  },
  {
    slug: 'summarization',
    name: 'Summary',
    description: 'Summarises a text at the wanted length.',
    settings: z.object({
      content: sourceText('The text to summarise.'),
      ...voice(),
      length_words: lengthWords(30, 500, 120),
    }),
    prompt_settings: ['content'],
    default_plan: [step('summary', 'Summarise the text', 'summarize', [], content('text_content', 90, 150))],
    optional_kinds: [],
    brief: 'You summarise texts for readers who have a minute.',
  },
  {
    slug: 'meta_descriptions',
    name: 'Meta descriptions',
    description: 'Writes variants of a page description for search results.',
    settings: z.object({
      page_topic: promptText('What the page is about.'),
      ...voice(),
      keywords: phrases('Search terms; the first is the main one.'),
      ...itemCount('text_content', 2, 8, 3),
    }),
    prompt_settings: ['page_topic'],
    default_plan: [step('variants', 'Write the meta descriptions', 'write', [], content('text_content', 8, 30, 3))],
    optional_kinds: [],
    brief: 'You write meta descriptions of at most 160 characters that say what the page offers and invite the click.',
  },
  {
    slug: 'faq',
    name: 'FAQ',
    description: 'Writes questions and answers about a product or subject.',
    settings: z.object({
      subject: promptText('What the questions are about, with the facts that answer them.', 8_000),
      ...voice(),
      length_words: lengthWords(150, 1_500, 500),
    }),
    prompt_settings: ['subject'],
    default_plan: [
      step('questions', 'Collect the questions', 'ideate', [], null),
      step('faq', 'Write the answers', 'write', ['questions'], content('text_content', 375, 625)),
    ],
    optional_kinds: ['research'],
    brief:
      'You write FAQ pages: real questions of buyers as "##" headings, each with a direct answer of two to four sentences.',
  },
  {
    slug: 'video_script',
    name: 'Video script',
    description: 'Writes the script of a short explanatory video, scene by scene.',
    is_beta: true,
    settings: z.object({
      topic: promptText('What the video explains.'),
      ...voice(),
      length_words: lengthWords(100, 900, 300),
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('scenes', 'Plan the scenes', 'outline', [], null),
      step('script', 'Write the script', 'write', ['scenes'], content('text_content', 225, 375)),
    ],
    optional_kinds: ['research'],
    brief: 'You write scripts for explanatory videos: each scene has a heading, what is seen, and what is said.',
  },
  {
    slug: 'case_study_generation',
    name: 'Case study',
    description: 'Writes a customer case study, as a draft for the partner portal and as a text.',
    settings: caseStudySettings(),
    prompt_settings: CASE_STUDY_PROMPTS,
    default_plan: [step('case_study', 'Write the case study', 'case_study', [], content('text_content', 100, 3_000))],
    optional_kinds: [],
    brief:
      'You write case studies for a partner programme: the customer, the problem, the solution, the results, what others can learn.',
  },
  {
    slug: 'ai_writer',
    name: 'AI writer',
    description: 'Writes texts by a template, as the AI writer does, and puts them on the board.',
    settings: writerBody,
    prompt_settings: [],
    blank_prompts: (settings) => blankFields(settings as WriterBody),
    price: (settings) => writerPrice(settings as WriterBody),
    default_plan: [step('text', 'Write the text', 'writer_text', [], content('text_content', 1, 2_500))],
    optional_kinds: [],
    brief: 'You are a versatile copywriter who writes texts by templates.',
  },
]);
