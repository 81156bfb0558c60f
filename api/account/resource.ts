import { z } from 'zod';
import { FIRST_STEPS } from '../../domain/account/first-steps.ts';
import {
  CALLER_KINDS,
  type Consent,
  type Me,
  type Names,
  type Overview,
} from '../../domain/account/operations/reads.ts';
import { PERMISSIONS, ROLES } from '../../domain/kernel/permissions.ts';
import { PLANS } from '../../domain/rate-limits/rules.ts';
import {
  byCapabilitySchema,
  creditsOf,
  creditsSchema,
  dailySchema,
  requestsOf,
  requestsSchema,
} from '../credits/resource.ts';
import { executionResource } from '../executions/resource.ts';
import type { Language } from '../language/languages.ts';
import { translate } from '../language/translate.ts';
import { datetime, datetimeSchema, idSchema, resource } from '../resource.ts';
import { webhookResource } from '../webhooks/resource.ts';

const named = z.object({ id: idSchema, name: z.string() });
const namesSchema = z.object({
  capabilities: z.array(z.object({ slug: z.string(), name: z.string(), estimated_credits: z.int() })),
  templates: z.array(z.object({ slug: z.string(), name: z.string() })),
  brand_voices: z.array(named.extend({ products: z.array(named) })),
  knowledge_bases: z.array(named),
  agents: z.array(named).describe("Active ones, with the platform's."),
  case_studies: z.array(named),
  campaigns: z.array(named),
  people: z.array(named.extend({ role: z.enum(ROLES) })).describe('Of the team, without those who were removed.'),
});

const savedFilterSchema = z.object({
  id: idSchema,
  name: z.string(),
  view: z.string().describe('Address pattern of the list at the console.'),
  query: z.record(z.string(), z.string()).describe('Parameters of the address.'),
  is_default: z.boolean().describe('Whether the list opens with it.'),
});

/** The caller's own record. */
export const meResource = resource({
  type: 'me',
  id: idSchema.describe('Number of the user, the key or the client.'),
  attributes: {
    kind: z.enum(CALLER_KINDS).describe('A person, a partner key, or a program that acts for itself.'),
    name: z.string(),
    email: z.string().nullable().describe('Of a person only.'),
    role: z.enum(ROLES).nullable().describe('null: a partner key, which has every permission.'),
    permissions: z.array(z.enum(PERMISSIONS)),
    partner: z.object({ id: idSchema, name: z.string(), plan: z.enum(PLANS) }),
    runs_url: z
      .url()
      .nullable()
      .describe(
        'Page of the Temporal Web UI below which each run has its own, such as `execution-17`. null: the role is not owner, or there is no such page.',
      ),
    language: z.string().nullable().describe('Language that a person chose; null: as the browser asks.'),
    time_zone: z.string().nullable().describe('IANA name of the zone that a person chose; null: that of the browser.'),
    hides_first_steps: z
      .boolean()
      .nullable()
      .describe('Whether a person has put away the checklist of first steps; null: not a person.'),
    names: namesSchema
      .optional()
      .describe('With `include=names`, for roles that may see content: what forms and lists name.'),
    unread_notifications: z
      .int()
      .optional()
      .describe('With `include=names`, for people at the console: how many of their notifications are unread.'),
    saved_filters: z
      .array(savedFilterSchema)
      .optional()
      .describe('With `include=names`, for people at the console: the filters that they have saved, by name.'),
  },
  present: (
    { permissions, partner, runsUrl, timeZone, hidesFirstSteps, names, unreadNotifications, savedFilters }: Me,
    { language },
  ) => ({
    attributes: {
      ...(names && { names: translatedNames(names, language) }),
      ...(unreadNotifications !== undefined && { unread_notifications: unreadNotifications }),
      ...(savedFilters && {
        saved_filters: savedFilters.map(({ id, name, view, query, is_default }) => ({
          id,
          name,
          view,
          query,
          is_default,
        })),
      }),
      permissions: [...permissions],
      partner: { id: partner.id, name: partner.name, plan: partner.plan },
      runs_url: runsUrl,
      time_zone: timeZone,
      hides_first_steps: hidesFirstSteps,
    },
  }),
});

/** Names of the catalogue in the person's language; those of records stay as they are. */
function translatedNames(names: Names, language: Language | undefined): z.output<typeof namesSchema> {
  return {
    ...names,
    capabilities: names.capabilities.map((each) => ({ ...each, name: translate(each.name, language) })),
    templates: names.templates.map(({ slug, name, isOwn }) => ({
      slug,
      name: isOwn ? name : translate(name, language),
    })),
  };
}

/** The overview of a partner's account. */
export const overviewResource = resource({
  type: 'overview',
  id: idSchema.describe('Number of the partner.'),
  attributes: {
    credits: creditsSchema,
    requests: requestsSchema,
    running: z.array(executionResource.schema).describe('The newest ten that have not ended.'),
    failed: z.array(executionResource.schema).describe('The newest ten that failed, of the last seven days.'),
    endpoints_in_trouble: z
      .array(webhookResource.schema)
      .nullable()
      .describe(
        'Webhooks that the service switched off, cannot sign for, or could not reach at their last attempt, at most ten; null: the role may not see webhooks.',
      ),
    daily: dailySchema,
    by_capability: byCapabilitySchema,
    first_steps: z
      .array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() }))
      .nullable()
      .describe(
        'For people at the console: first steps that their role includes, and whether the partner has what they make. null: all are done or put away, or the caller is not a person at the console.',
      ),
  },
  present: ({ usage, running, failed, endpointsInTrouble, firstSteps }: Overview, context) => ({
    id: usage.partnerId,
    attributes: {
      credits: creditsOf(usage),
      requests: requestsOf(usage),
      running: running.map((execution) => executionResource.present(execution, context)),
      failed: failed.map((execution) => executionResource.present(execution, context)),
      endpoints_in_trouble: endpointsInTrouble?.map((endpoint) => webhookResource.present(endpoint, context)) ?? null,
      daily: usage.usage.daily,
      by_capability: usage.usage.byCapability,
      first_steps: firstSteps,
    },
  }),
});

/** A user's consent to a program. */
export const consentResource = resource({
  type: 'consent',
  attributes: {
    client_id: z.string().describe('Public id of the program.'),
    client_name: z.string(),
    scopes: z.array(z.string()).describe('What it may do.'),
    created_at: datetimeSchema,
    expires_at: datetimeSchema,
  },
  present: ({ clientId, clientName, createdAt, expiresAt }: Consent) => ({
    attributes: {
      client_id: clientId,
      client_name: clientName,
      created_at: datetime(createdAt),
      expires_at: datetime(expiresAt),
    },
  }),
});
