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

const recordName = z.string().describe('Display name; not unique.');
const named = z.object({ id: idSchema, name: recordName });
const namesSchema = z.object({
  capabilities: z
    .array(
      z.object({
        slug: z.string().describe('Identifies the capability in requests.'),
        name: z.string().describe("Display name in the caller's language."),
        estimated_credits: z.int().describe('Credits per execution; the minimum, if settings change the price.'),
      }),
    )
    .describe('The whole catalog, including what the partner may not use.'),
  templates: z
    .array(
      z.object({
        slug: z.string().describe('Identifies the template in requests.'),
        name: z.string().describe("Display name; for the service's templates, in the caller's language."),
      }),
    )
    .describe("The partner's own workflow templates, followed by those of the service."),
  brand_voices: z
    .array(named.extend({ products: z.array(named).describe('Products of the voice, oldest first, at most 100.') }))
    .describe('Brand voices, newest first, at most 200.'),
  knowledge_bases: z.array(named).describe('Knowledge bases, newest first, at most 200.'),
  agents: z.array(named).describe("Active agents, including the platform's."),
  case_studies: z
    .array(named)
    .describe('Case studies by title, or by company if they have none; newest first, at most 200.'),
  campaigns: z.array(named).describe('Campaigns of the go-to-market schedule, newest first, at most 200.'),
  people: z
    .array(
      z.object({
        id: idSchema,
        name: z.string().describe('Full name of the person.'),
        role: z.enum(ROLES).describe('Role of the person in the team.'),
      }),
    )
    .describe('Members of the team, except removed ones.'),
});

const savedFilterSchema = z.object({
  id: idSchema,
  name: z.string().describe('Name given by the person.'),
  view: z.string().describe('Address pattern of the list at the console.'),
  query: z.record(z.string(), z.string()).describe('Query parameters of the address.'),
  is_default: z.boolean().describe('Whether it is the default of the list.'),
});

/** The caller's own record. */
export const meResource = resource({
  type: 'me',
  id: idSchema.describe('Number of the user, the key or the client.'),
  attributes: {
    kind: z.enum(CALLER_KINDS).describe('A person, a partner key, or a program that acts for itself.'),
    name: z.string().describe('Name of the person, the key or the program.'),
    email: z.string().nullable().describe('Only for a person.'),
    role: z.enum(ROLES).nullable().describe('null for a partner key; see `permissions` for what it may do.'),
    permissions: z
      .array(z.enum(PERMISSIONS))
      .describe('Permissions of the caller; each route names the one it requires.'),
    partner: z
      .object({
        id: idSchema,
        name: z.string().describe('Name of the partner.'),
        plan: z.enum(PLANS).describe('Plan of the partner, which determines its request limits.'),
      })
      .describe('The partner whose records the caller works with.'),
    runs_url: z
      .url()
      .nullable()
      .describe(
        'Base address of the Temporal Web UI pages of runs, such as `execution-17`. null if the role is not owner, or there is no such page.',
      ),
    language: z.string().nullable().describe('Language chosen by the person; null means that of the browser.'),
    time_zone: z.string().nullable().describe('IANA time zone chosen by the person; null means that of the browser.'),
    hides_first_steps: z
      .boolean()
      .nullable()
      .describe('Whether the person has dismissed the checklist of first steps; null if the caller is not a person.'),
    names: namesSchema
      .optional()
      .describe('With `include=names`, for roles that may see content: names for forms and lists.'),
    unread_notifications: z
      .int()
      .optional()
      .describe('With `include=names`, for people at the console: number of unread notifications.'),
    saved_filters: z
      .array(savedFilterSchema)
      .optional()
      .describe('With `include=names`, for people at the console: their saved filters, by name.'),
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
    credits: creditsSchema.describe('The credit balance, what of it is held, and usage.'),
    requests: requestsSchema.describe("Requests allowed by the plan, and today's requests."),
    running: z.array(executionResource.schema).describe('The newest ten that have not ended.'),
    failed: z.array(executionResource.schema).describe('The newest ten that failed in the last seven days.'),
    endpoints_in_trouble: z
      .array(webhookResource.schema)
      .nullable()
      .describe(
        'At most ten webhooks that the service switched off, cannot sign for, or could not reach at the last attempt; null if the role may not see webhooks.',
      ),
    daily: dailySchema,
    by_capability: byCapabilitySchema,
    first_steps: z
      .array(
        z.object({
          step: z
            .enum(FIRST_STEPS)
            .describe('Create a brand voice, add a document to a knowledge base, create content, or set up a webhook.'),
          done: z.boolean().describe('Whether the partner has such a record.'),
        }),
      )
      .nullable()
      .describe(
        'For people at the console: first steps available to their role, and whether they are done. null if all are done or dismissed, or the caller is not a person at the console.',
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
    client_name: z.string().describe('Name of the program, as shown on the consent page.'),
    scopes: z.array(z.string()).describe('What it may do.'),
    created_at: datetimeSchema,
    expires_at: datetimeSchema.describe('When the consent expires; the program then asks again.'),
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
