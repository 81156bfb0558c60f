import { z } from 'zod';
import type { Sealed } from '../../../infra/secrets/secret-box.ts';
import { selectNewest } from '../../executions/list-store.ts';
import { type ListedExecution, OPEN_STATUSES } from '../../executions/rules.ts';
import type { Actor, Call } from '../../kernel/call.ts';
import type { Db, Deps } from '../../kernel/deps.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { nothing, partnerOf, permits } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { cursorPage, type Page, type PageRequest } from '../../kernel/page.ts';
import { type Permission, ROLE_PERMISSIONS, type Role } from '../../kernel/permissions.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { countUnread } from '../../notifications/store.ts';
import { findClientById } from '../../oauth/client-store.ts';
import { type GrantRecord, selectUserGrants } from '../../oauth/record-store.ts';
import { findKeyById } from '../../partner-keys/store.ts';
import { getPartnerById } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { selectSavedFilters } from '../../saved-filters/store.ts';
import type { SavedFilterRow } from '../../saved-filters/table.ts';
import { readUsage } from '../../usage/operations/get-usage.ts';
import type { UsageData } from '../../usage/rules.ts';
import { findUser } from '../../users/store.ts';
import { selectEndpointsInTrouble } from '../../webhooks/store.ts';
import type { WebhookEndpointRow } from '../../webhooks/table.ts';
import { selectNames as selectTemplateNames } from '../../workflow-templates/store.ts';
import { FIRST_STEPS, type FirstStep, STEP_PERMISSIONS } from '../first-steps.ts';
import { selectStepsTaken } from '../first-steps-store.ts';
import { type RecordNames, selectNames } from '../names-store.ts';

/** Most saved filters that come with a person's record. */
const MAX_FILTERS = 200;

/** Kinds of callers; `client` is an OAuth client that acts for itself. */
export const CALLER_KINDS = ['user', 'key', 'client'] as const;

/** The caller. */
export interface Me {
  kind: (typeof CALLER_KINDS)[number];
  /** Number of the user, the key or the client. */
  id: number;
  name: string;
  /** null: no person. */
  email: string | null;
  /** null: a key, which may do everything, or what the person who made it may do. */
  role: Role | null;
  permissions: readonly Permission[];
  partner: Partner;
  /** Base address of the runs in the Temporal Web UI; null: the caller may not see it, or it is not configured. */
  runsUrl: string | null;
  /** Of a person who chose one; null: as the browser asks. */
  language: string | null;
  /** IANA name; of a person who chose one; null: that of the browser. */
  timeZone: string | null;
  /** Whether a person has put away the checklist of first steps; null: not a person. */
  hidesFirstSteps: boolean | null;
  /** Where they were asked for, and the caller may see them. */
  names?: Names;
  /** Notifications that a person at the console has not read, along with the names. */
  unreadNotifications?: number;
  /** Filters that a person at the console has saved, by name, along with the names. */
  savedFilters?: SavedFilterRow[];
}

/** What a user interface names: records of the partner, and what of the catalogue has a name and a price. */
export interface Names extends RecordNames {
  capabilities: { slug: string; name: string; estimated_credits: number }[];
  templates: { slug: string; name: string; isOwn: boolean }[];
}

/** A partner's start page. */
export interface Overview {
  usage: UsageData;
  running: ListedExecution[];
  failed: ListedExecution[];
  /** null: the caller may not see webhooks. */
  endpointsInTrouble: WebhookEndpointRow[] | null;
  /** Steps that the person may take; null: all are taken or put away, or the caller is not a person at the console. */
  firstSteps: { step: FirstStep; done: boolean }[] | null;
}

/** A user's permission for a client. */
export interface Consent {
  id: number;
  userId: number;
  clientId: string;
  clientName: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date;
}

const scope = z.string().default('');
/** A grant as the authorization server stores it: OpenID scopes, and the scopes of each resource. */
const grantPayload = z.object({
  openid: z.object({ scope }).default({ scope: '' }),
  resources: z.record(z.string(), scope).default({}),
});

/** Presents a grant to the user who gave it. */
function consentOf({ secrets }: Pick<Deps, 'secrets'>, grant: GrantRecord): Consent {
  return {
    id: grant.id,
    userId: grant.user_id,
    clientId: grant.client_id,
    clientName: grant.client_name,
    scopes: scopesOf(secrets, grant.payload),
    createdAt: grant.created_at,
    expiresAt: grant.expires_at,
  };
}

/** Empty where the grant was sealed under a key that has since been replaced; nobody can use such a grant. */
function scopesOf(secrets: Deps['secrets'], sealed: Sealed): string[] {
  try {
    const { openid, resources } = grantPayload.parse(JSON.parse(secrets.open(sealed)));
    return [openid.scope, ...Object.values(resources)].flatMap((words) => words.split(' ')).filter(Boolean);
  } catch {
    return [];
  }
}

/** Returns the identity behind the credential and its permissions. */
export const getMe = operation({
  name: 'account.get_me',
  permission: 'partner',
  params: nothing,
  input: z.object({
    include: z
      .enum(['names'], 'Must be `names`.')
      .optional()
      .describe(
        '`names`: also returns names for forms and lists (the newest 200 records of each kind and the catalog), and for a person at the console the number of unread notifications and the saved filters.',
      ),
  }),
  run: async (deps, call, { include }): Promise<Me> => {
    if (include === undefined) return meOf(deps, call);
    const { actor } = call;
    const person = actor.kind === 'user' && actor.console ? actor.userId : undefined;
    const [me, names, unreadNotifications, filters] = await Promise.all([
      meOf(deps, call),
      permits(actor, 'view_content') ? namesOf(deps, partnerOf(call)) : undefined,
      person === undefined ? undefined : countUnread(deps.db, person),
      person === undefined ? undefined : selectSavedFilters(deps.db, person, { page: 1, per_page: MAX_FILTERS }),
    ]);
    return {
      ...me,
      ...(names && { names }),
      ...(unreadNotifications !== undefined && { unreadNotifications }),
      ...(filters && { savedFilters: filters.rows }),
    };
  },
});

async function namesOf({ db, capabilities }: Deps, partnerId: number): Promise<Names> {
  const [records, own] = await Promise.all([selectNames(db, partnerId), selectTemplateNames(db, partnerId)]);
  return {
    ...records,
    capabilities: capabilities.all.map(({ slug, name, estimated_credits }) => ({ slug, name, estimated_credits })),
    // A partner's own template hides one of the platform that took its slug later.
    templates: [
      ...own.map((template) => ({ ...template, isOwn: true })),
      ...capabilities.templates.map(({ slug, name }) => ({ slug, name, isOwn: false })),
    ],
  };
}

/** The identity behind the credential of a call. Throws UNAUTHORIZED where its record was deleted since. */
export async function meOf({ db, runsUrl }: Pick<Deps, 'db' | 'runsUrl'>, call: Call): Promise<Me> {
  const partner = await getPartnerById(db, partnerOf(call));
  const caller = await callerOf(db, call.actor);
  if (!caller) throw new AppError('UNAUTHORIZED', 'The credential is not valid any more.');
  // Only operators see the address of Temporal.
  return {
    language: null,
    timeZone: null,
    hidesFirstSteps: null,
    ...caller,
    partner,
    runsUrl: caller.role === 'owner' ? runsUrl : null,
  };
}

/** What every kind of caller has. */
type Caller = Omit<Me, 'partner' | 'runsUrl' | 'names' | 'unreadNotifications' | 'savedFilters' | Preference> &
  Partial<Pick<Me, Preference>>;
/** What only people choose. */
type Preference = 'language' | 'timeZone' | 'hidesFirstSteps';

async function callerOf(db: Db, actor: Actor): Promise<Caller | null> {
  switch (actor.kind) {
    case 'user': {
      const user = await findUser(db, actor.userId);
      return (
        user && {
          kind: 'user',
          ...user,
          permissions: ROLE_PERMISSIONS[user.role],
          timeZone: user.time_zone,
          hidesFirstSteps: user.hides_first_steps,
        }
      );
    }
    case 'client': {
      const client = await findClientById(db, actor.clientId);
      const { role } = actor;
      return (
        client && {
          kind: 'client',
          id: client.id,
          name: client.name,
          email: null,
          role,
          permissions: ROLE_PERMISSIONS[role],
        }
      );
    }
    case 'partner_key': {
      const key = await findKeyById(db, actor.keyId);
      return (
        key && {
          kind: 'key',
          id: key.id,
          name: key.name,
          email: null,
          role: null,
          permissions: ROLE_PERMISSIONS[key.role ?? 'owner'],
        }
      );
    }
    default:
      return null;
  }
}

/** Maximum entries of each list; the areas' own lists have the rest. */
const LIMIT = 10;
/** Older failures are left out. */
const FAILED_MS = 7 * DAY_MS;

/** The partner's start page: credits and requests, running work, recent failures and failing endpoints. */
export const getOverview = operation({
  name: 'account.get_overview',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async (deps, call): Promise<Overview> => {
    const partnerId = partnerOf(call);
    const since = new Date(deps.clock.now().getTime() - FAILED_MS);
    const [usage, running, failed, endpointsInTrouble, firstSteps] = await Promise.all([
      readUsage(deps, partnerId),
      selectNewest(deps.db, partnerId, OPEN_STATUSES, { limit: LIMIT }),
      selectNewest(deps.db, partnerId, ['failed'], { limit: LIMIT, since }),
      permits(call.actor, 'manage_webhooks') ? selectEndpointsInTrouble(deps.db, partnerId, LIMIT) : null,
      openFirstSteps(deps.db, call),
    ]);
    return { usage, running, failed, endpointsInTrouble, firstSteps };
  },
});

/** The checklist of first steps for a person at the console. */
async function openFirstSteps(db: Db, call: Call): Promise<Overview['firstSteps']> {
  const { actor } = call;
  if (actor.kind !== 'user' || !actor.console) return null;
  const user = await findUser(db, actor.userId);
  if (!user || user.hides_first_steps) return null;
  const steps = FIRST_STEPS.filter((step) => permits(actor, STEP_PERMISSIONS[step]));
  if (steps.length === 0) return null;
  const taken = await selectStepsTaken(db, partnerOf(call));
  return steps.every((step) => taken[step]) ? null : steps.map((step) => ({ step, done: taken[step] }));
}

/** Lists the signed-in user's consents, newest first; empty for keys and for clients that act for themselves. */
export const listConsents = operation({
  name: 'consents.list',
  permission: 'partner',
  params: nothing,
  input: z.object(pageQuery()),
  run: async (deps, { actor }, query): Promise<Page<Consent>> => {
    if (actor.kind !== 'user') return emptyPage(query);
    const grants = await selectUserGrants(deps.db, deps.clock.now(), actor.userId, query);
    return { ...grants, rows: grants.rows.map((grant) => consentOf(deps, grant)) };
  },
});

function emptyPage({ page, per_page, cursor }: PageRequest): Page<never> {
  return cursor
    ? cursorPage<never>([], { total: 0, per_page, cursor }, undefined)
    : { rows: [], total: 0, page, per_page };
}
