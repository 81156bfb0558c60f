import { getSeoJob } from '../../domain/seo/operations/get-job.ts';
import { listScores } from '../../domain/seo/operations/list-scores.ts';
import { requestAnalysis } from '../../domain/seo/operations/request-analysis.ts';
import { requestScore } from '../../domain/seo/operations/request-score.ts';
import { page } from '../resource.ts';
import { route } from '../route.ts';
import {
  acceptedSchema,
  cachedSchema,
  endedSchema,
  pastScoreResource,
  seoAnswer,
  seoJob,
  statusOf,
} from './resource.ts';

const PREFIX = '/marketplace';

const accepted = {
  202: { description: 'An analysis was started, or is under way; poll its status.', body: acceptedSchema },
};

export const scoreRoute = route({
  method: 'GET',
  startsWork: true,
  path: `${PREFIX}/listings/{listingId}/seo-score`,
  operationId: 'getSeoScore',
  summary: 'The score of a listing from the last 24 hours, else a new analysis',
  operation: requestScore,
  status: statusOf,
  body: seoAnswer,
  response: cachedSchema,
  alternatives: accepted,
  errors: ['NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
});

export const listScoresRoute = route({
  method: 'GET',
  path: `${PREFIX}/listings/{listingId}/scores`,
  operationId: 'listListingScores',
  summary: 'The scores of a listing so far, newest first',
  extension: true,
  operation: listScores,
  body: page(pastScoreResource),
});

export const analyzeRoute = route({
  method: 'POST',
  path: `${PREFIX}/seo-score/analyze`,
  operationId: 'analyzeListing',
  summary: 'Analyse a listing anew; with `sync` within the request',
  operation: requestAnalysis,
  status: statusOf,
  body: seoAnswer,
  response: endedSchema,
  alternatives: accepted,
  errors: ['NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
});

export const seoStatusRoute = route({
  method: 'GET',
  startsWork: true,
  path: `${PREFIX}/seo-score/status/{id}`,
  summary: 'An analysis with its result; one that has waited for 15 seconds is carried out here and now',
  operation: getSeoJob,
  body: seoJob,
});
