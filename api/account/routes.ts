import { endConsent } from '../../domain/account/operations/end-consent.ts';
import { getMe } from '../../domain/account/operations/get-me.ts';
import { getOverview } from '../../domain/account/operations/get-overview.ts';
import { listConsents } from '../../domain/account/operations/list-consents.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import { consentResource, meResource, overviewResource } from './resource.ts';

export const getMeRoute = route({
  method: 'GET',
  path: '/app/me',
  operationId: 'getMe',
  summary: 'Who the credential stands for, and what it permits',
  extension: true,
  operation: getMe,
  body: one(meResource),
});

export const getOverviewRoute = route({
  method: 'GET',
  path: '/app/overview',
  operationId: 'getOverview',
  summary: 'Credits, requests, what is running, what failed of late, and webhooks in trouble',
  extension: true,
  operation: getOverview,
  body: one(overviewResource),
});

export const listConsentsRoute = route({
  method: 'GET',
  path: '/app/consents',
  summary: 'List what you have permitted programs, newest first',
  description: 'Keys, and programs that act for themselves, have permitted nothing.',
  extension: true,
  operation: listConsents,
  body: page(consentResource),
});

export const endConsentRoute = route({
  method: 'DELETE',
  path: '/app/consents/{id}',
  summary: 'Take a consent back; its tokens are refused from the next request on',
  extension: true,
  operation: endConsent,
});
