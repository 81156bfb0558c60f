import { z } from 'zod';
import { GRADES } from '../../domain/listings/grades.ts';
import type { SeoAnswer } from '../../domain/seo/accept.ts';
import type { SeoJobState } from '../../domain/seo/operations/reads.ts';
import { type ListingScore, PARTS, type Recommendation } from '../../domain/seo/rubric/types.ts';
import type { PastScore } from '../../domain/seo/store.ts';
import { SEO_STATUSES, type SeoJobRow, type SeoResult } from '../../domain/seo/table.ts';
import type { Language } from '../language/languages.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetime, datetimeSchema, idSchema, presenter, resource } from '../resource.ts';

const POLL_MESSAGE = 'The analysis was accepted; poll its status.';
const STALE_MESSAGE = 'A new analysis is under way; this is the result of the last one.';

const points = z.int().min(0).max(100);

const GRADE = 'A from a score of 90, B from 80, C from 70, D from 60, otherwise F.';
const BREAKDOWN = 'Scores of the parts, each from 0 to 100.';
const ANALYZED = 'When the analysis was completed.';

const breakdownSchema = z.object({
  title: points.describe('Score of the title, 0 to 100; 20 % of the whole.'),
  description: points.describe('Score of short and long description, 0 to 100; 30 % of the whole.'),
  highlights: points.describe('Score of the highlights, 0 to 100; 20 % of the whole.'),
  keywords: points.describe('Score of the search keywords, 0 to 100; 15 % of the whole.'),
  images: points.describe('Score of logo and media, 0 to 100; 15 % of the whole.'),
});

const contentAnalysisSchema = z.object({
  readability: z
    .object({
      flesch_reading_ease: z.number().describe('From 100, very easy, to 0, very difficult; may exceed both.'),
      reading_level: z
        .string()
        .describe('The same in words, from `very easy` via `plain English` to `very difficult`.'),
      words_per_sentence: z.number().describe('Average, to one decimal.'),
      syllables_per_word: z.number().describe('Average, to two decimals.'),
    })
    .nullable()
    .describe('Readability of the texts; null if they have no words, or are mostly in a non-Latin script.'),
  keyphrases: z
    .array(
      z.object({
        phrase: z.string().describe('One to three words, in lower case.'),
        occurrences: countSchema.describe('Number of occurrences in the texts, at least 2.'),
        relevance: z.number().describe('Weight by frequency and length, relative to 1 for the strongest phrase.'),
      }),
    )
    .nullable()
    .describe('Up to ten recurring phrases, strongest first; null if the texts are mostly in a non-Latin script.'),
  words: countSchema.describe('Number of words of both descriptions and the highlights.'),
  sentences: countSchema.describe('Number of sentences of the same texts.'),
  truncated: z.boolean().describe('Whether only the first 10,000 characters of the texts were analyzed.'),
  note: z.string().describe('Language that the figures apply to.'),
  ai_comment: z.string().nullable().describe("The AI's comment on the listing; if null, see `ai_comment_reason`."),
  ai_comment_reason: z.string().nullable().describe('Why there is no comment; a missing comment is not charged.'),
});

/** A score, with the analysis of the texts where requested. */
export const scoreSchema = z
  .object({
    listing_id: z.string().describe("The listing's id on the marketplace."),
    overall_score: points.describe('At most 59 with a blocking issue.'),
    grade: z.enum(GRADES).describe(GRADE),
    breakdown: breakdownSchema.describe(BREAKDOWN),
    analyzed_at: datetimeSchema.describe(ANALYZED),
    recommendations: z
      .array(
        z.object({
          rule: z.string().describe('Rule that is not met, such as `title.length`.'),
          part: z.enum(PARTS).describe('Part of the listing concerned.'),
          earned: z.number().describe('Points achieved under this rule.'),
          possible: z.number().describe('Maximum points of this rule.'),
          observed: z.string().describe('The finding.'),
          fix: z.string().describe('How to gain the missing points.'),
          text: z
            .string()
            .nullable()
            .describe('Suggested text of the part, if `fix` proposes it word for word; it can become a draft.'),
        }),
      )
      .describe('One for each rule without full points: blocking issues first, then by points to gain.'),
    rubric_version: z.string().describe('Version of the rules; scores of different versions may not be comparable.'),
    content_analysis: contentAnalysisSchema.optional().describe('Where it was asked for.'),
    sandbox: z.literal(true).optional().describe('Requested with a sandbox key.'),
  })
  .meta({ title: 'SeoScore' });

/** A past score; its analysis contains its recommendations. */
export const pastScoreResource = resource({
  type: 'listing_score',
  id: idSchema.describe('Id of the analysis.'),
  attributes: {
    overall_score: points.describe('At most 59 with a blocking issue.'),
    grade: z.enum(GRADES).describe(GRADE),
    breakdown: breakdownSchema.describe(BREAKDOWN),
    analyzed_at: datetimeSchema.describe(ANALYZED),
    category: z.string().describe('Category it was compared with; `default` means none.'),
    brand_keyword: z.string().nullable().describe('Brand or product name that the title was checked for.'),
    rubric_version: z.string().describe('Scores of different versions may not be comparable.'),
    sandbox: z.boolean().describe('Requested with a sandbox key.'),
  },
  links: { analysis: z.string() },
  present: (score: PastScore) => ({
    id: score.id,
    attributes: {
      breakdown: breakdownOf(score),
      analyzed_at: datetime(score.completed_at),
      brand_keyword: score.brand_keyword || null,
      sandbox: score.sandbox,
    },
    links: { analysis: `/api/v1/marketplace/seo-score/status/${score.id}` },
  }),
});

/** 202: a job to poll. */
export const acceptedSchema = z
  .object({
    success: z.literal(true),
    id: idSchema,
    status: z.literal('pending'),
    message: z.string().describe('What to do next, as a sentence for people.'),
  })
  .meta({ title: 'AcceptedAnalysis' });

/** 200: a score of the last 24 hours, returned again without a job. */
export const cachedSchema = z.object({
  success: z.literal(true),
  data: scoreSchema,
  cached: z.literal(true).describe('A score from the last 24 hours, returned again.'),
  status: z.literal('completed'),
});

const failed = { success: z.literal(true), id: idSchema, status: z.literal('failed'), error: z.string() };

/** 200 for a request that waited: the score, or why there is none. */
export const endedSchema = z.union([
  z.object({
    success: z.literal(true),
    id: idSchema,
    data: scoreSchema,
    cached: z.literal(false).describe('Whether the score was made for this request, or for one that it joined.'),
    status: z.literal('completed'),
  }),
  z.object(failed),
]);

/** A job as the status poll shows it. */
export const jobSchema = z
  .object({
    success: z.literal(true),
    id: idSchema,
    status: z.enum(SEO_STATUSES).describe('Poll while it is `pending` or `processing`; the others are final.'),
    started_at: datetimeSchema.nullable().describe('When processing began; null if not yet.'),
    completed_at: datetimeSchema.nullable().describe('When it ended, completed or failed; null if not yet.'),
    data: scoreSchema.nullable(),
    error: z.string().optional().describe('Why it failed.'),
    stale: z
      .literal(true)
      .optional()
      .describe('Whether `data` is from an earlier analysis while the new one is in progress.'),
    stale_age_hours: z
      .number()
      .optional()
      .describe('Age of that analysis in hours, to two decimals; only with `stale`.'),
    message: z
      .string()
      .optional()
      .describe('A sentence for people saying that `data` is from the last analysis; only with `stale`.'),
    confidence: z.literal('cached').optional(),
  })
  .meta({ title: 'SeoJob' });

/** The same as one object, for models, whose schemas support no alternatives. */
export const answerFields = z.object({
  success: z.literal(true),
  id: idSchema.optional().describe('Id of the analysis, for get_seo_analysis.'),
  status: z.enum(SEO_STATUSES).exclude(['processing']),
  data: scoreSchema.optional(),
  cached: z.boolean().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
});

/** 200 for a result, 202 for a job to poll. */
export function statusOf({ kind }: SeoAnswer): 200 | 202 {
  return kind === 'accepted' ? 202 : 200;
}

const answerSchema = z.union([cachedSchema, acceptedSchema, endedSchema]);

/** The response to a request for an analysis. */
export const seoAnswer = presenter(
  answerSchema,
  ({ kind, job }: SeoAnswer, { language }): z.input<typeof answerSchema> => {
    const { id } = job;
    if (kind === 'accepted')
      return { success: true, id, status: 'pending', message: translate(POLL_MESSAGE, language) };
    if (job.status === 'failed')
      return { success: true, id, status: 'failed', error: translate(job.error ?? '', language) };
    const data = scoreOf(job, language);
    if (data === null) throw new Error('An analysis has ended without a score.');
    return kind === 'cached'
      ? { success: true, data, cached: true, status: 'completed' }
      : { success: true, id, data, cached: false, status: 'completed' };
  },
);

/** A job in its current state; a failed one is a successful response, too. */
export const seoJob = presenter(
  jobSchema,
  ({ job, stale }: SeoJobState, { language }): z.input<typeof jobSchema> => ({
    success: true,
    id: job.id,
    status: job.status,
    started_at: datetime(job.started_at),
    completed_at: datetime(job.completed_at),
    data: scoreOf(stale?.job ?? job, language),
    ...(job.status === 'failed' && { error: translate(job.error ?? '', language) }),
    ...(stale && {
      stale: true as const,
      stale_age_hours: stale.ageHours,
      message: translate(STALE_MESSAGE, language),
      confidence: 'cached' as const,
    }),
  }),
);

/** The database does not keep the order of fields; readers expect the documented one. */
function scoreOf(job: SeoJobRow, language: Language | undefined): z.input<typeof scoreSchema> | null {
  if (job.result === null || job.completed_at === null) return null;
  const { score, content_analysis } = job.result;
  return {
    listing_id: job.listing_id,
    overall_score: score.overall_score,
    grade: score.grade,
    breakdown: breakdownOf(score),
    analyzed_at: datetime(job.completed_at),
    recommendations: score.recommendations.map((each) => recommendationOf(each, language)),
    rubric_version: score.rubric_version,
    ...(content_analysis && { content_analysis: contentAnalysisOf(content_analysis, language) }),
    ...(job.sandbox && { sandbox: true }),
  };
}

function breakdownOf({ breakdown }: Pick<ListingScore, 'breakdown'>): ListingScore['breakdown'] {
  const { title, description, highlights, keywords, images } = breakdown;
  return { title, description, highlights, keywords, images };
}

function recommendationOf(
  { rule, part, earned, possible, observed, fix, text }: Recommendation,
  language: Language | undefined,
): z.input<typeof scoreSchema>['recommendations'][number] {
  return {
    rule,
    part,
    earned,
    possible,
    observed: translate(observed, language),
    fix: translate(fix, language),
    text: text ?? null,
  };
}

function contentAnalysisOf(
  analysis: NonNullable<SeoResult['content_analysis']>,
  language: Language | undefined,
): z.input<typeof contentAnalysisSchema> {
  const { readability, keyphrases, words, sentences, truncated, note, ai_comment, ai_comment_reason } = analysis;
  return {
    readability: readability && {
      flesch_reading_ease: readability.flesch_reading_ease,
      reading_level: translate(readability.reading_level, language),
      words_per_sentence: readability.words_per_sentence,
      syllables_per_word: readability.syllables_per_word,
    },
    keyphrases: keyphrases?.map(({ phrase, occurrences, relevance }) => ({ phrase, occurrences, relevance })) ?? null,
    words,
    sentences,
    truncated,
    note: translate(note, language),
    ai_comment,
    ai_comment_reason: ai_comment_reason && translate(ai_comment_reason, language),
  };
}
