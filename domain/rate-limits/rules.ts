import type { CredentialVersions } from './credential-versions.ts';

/** A partner's subscription; it determines the request limits. */
export const PLANS = ['starter', 'accelerate', 'business', 'command_plus', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** Requests that a plan allows, shared by all keys of a partner. */
export const PLAN_REQUESTS: Record<Plan, { perMinute: number; perDay: number }> = {
  starter: { perMinute: 60, perDay: 1_000 },
  accelerate: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 300, perDay: 10_000 },
  command_plus: { perMinute: 1_000, perDay: 100_000 },
  enterprise: { perMinute: 1_000, perDay: 100_000 },
};

/** Requests a minute of an administrator key. */
const ADMIN_PER_MINUTE = 10_000;
/** Requests a minute to a calendar feed; calendar applications poll a few times an hour. */
const FEED_PER_MINUTE = 60;
/** Requests a minute without valid credentials, of an address. */
const ANONYMOUS_PER_MINUTE = 60;

/** Windows are fixed: a minute runs 60 s from its first request, a day is the UTC day. */
type Window = 'minute' | 'day';

const WINDOW_SECONDS: Record<Window, number> = { minute: 60, day: 86_400 };

/** One limit: a counter and its maximum. */
export interface Limit {
  /** Name in the RateLimit headers and the metrics. */
  name:
    | 'key'
    | 'plan'
    | 'plan-day'
    | 'partner'
    | 'person'
    | 'people-day'
    | 'administrator'
    | 'feed'
    | 'address'
    | 'oauth-address'
    | 'gateway-address'
    | 'registration'
    | 'registration-day'
    | 'client-document'
    | 'client-document-day'
    | 'client-document-host'
    | 'login-account'
    | 'login-account-lock'
    | 'login-address'
    | 'login-address-day'
    | 'reset-account'
    | 'reset-address'
    | 'reset-address-day';
  /** Identity of the counter, shared by all processes. */
  counter: string;
  max: number;
  window: Window;
}

/** Requests that count alike: the same counters and the same copy of a credential. */
export interface LimitGroup {
  id: string;
  limits: readonly Limit[];
  /** Checked together with the counters; null without a credential. */
  versions: CredentialVersions | null;
  /** Value of the RateLimit-Policy header. */
  policy: string;
}

/** Limits of a partner key. `partnerPath`: the request goes to /partners/*, which has its own counter. */
export function keyLimits(options: {
  keyId: number;
  partnerId: number;
  perMinute: number;
  plan: Plan;
  versions: CredentialVersions;
  partnerPath: boolean;
}): LimitGroup {
  const { keyId, versions, partnerPath } = options;
  const limits: Limit[] = [
    { name: 'key', counter: `key:${keyId}`, max: options.perMinute, window: 'minute' },
    ...planLimits(options),
  ];
  return group(`${partnerPath ? 'partner-path' : 'path'}:key:${keyId}:${versionsText(versions)}`, limits, versions);
}

/** Limits of an access token: those of the partner's plan, shared with the partner's keys. */
export function tokenLimits(options: {
  partnerId: number;
  plan: Plan;
  versions: CredentialVersions;
  partnerPath: boolean;
}): LimitGroup {
  const { versions, partnerPath } = options;
  const id = `${partnerPath ? 'partner-path' : 'path'}:${versions.kind}:${versions.id}:${versionsText(versions)}`;
  return group(id, planLimits(options), versions);
}

/**
 * Requests of people at the console: a person's minute is the greater of this and the plan's, and a day is that of all people of a partner together.
 * Apart from the plan's counters, so that looking at the console takes nothing from a partner's programs.
 */
const PEOPLE_REQUESTS = { perMinute: 300, perDay: 100_000 };

/** Requests that a plan allows people at the console: each person a minute, and all of the partner a UTC day. */
export function peopleRequests(plan: Plan): { perMinute: number; perDay: number } {
  const { perMinute, perDay } = PEOPLE_REQUESTS;
  return { perMinute: Math.max(perMinute, PLAN_REQUESTS[plan].perMinute), perDay };
}

/** Limits of a person's access token that was issued to the console; none of them is shared with keys and other tokens. */
export function personLimits(options: {
  userId: number;
  partnerId: number;
  plan: Plan;
  versions: CredentialVersions;
  partnerPath: boolean;
}): LimitGroup {
  const { userId, partnerId, versions, partnerPath } = options;
  const { perMinute, perDay } = peopleRequests(options.plan);
  const limits: Limit[] = [
    { name: 'person', counter: `person:${userId}`, max: perMinute, window: 'minute' },
    { name: 'people-day', counter: peopleDayCounter(partnerId), max: perDay, window: 'day' },
  ];
  if (partnerPath) limits.push({ name: 'partner', counter: `people:${partnerId}`, max: perMinute, window: 'minute' });
  // The grant of a token, or with an external issuer the person, whose other tokens count otherwise.
  const id = `${partnerPath ? 'partner-path' : 'path'}:person:${userId}:${versions.kind}:${versions.id}:${versionsText(versions)}`;
  return group(id, limits, versions);
}

function planLimits(options: { partnerId: number; plan: Plan; partnerPath: boolean }): Limit[] {
  const { partnerId, partnerPath } = options;
  const plan = PLAN_REQUESTS[options.plan];
  const limits: Limit[] = [
    { name: 'plan', counter: `plan:${partnerId}`, max: plan.perMinute, window: 'minute' },
    { name: 'plan-day', counter: dayCounter(partnerId), max: plan.perDay, window: 'day' },
  ];
  if (partnerPath) {
    limits.push({ name: 'partner', counter: `partner:${partnerId}`, max: plan.perMinute, window: 'minute' });
  }
  return limits;
}

/** Limit of an administrator key. */
export function adminLimits(adminKeyId: number, versions: CredentialVersions): LimitGroup {
  const limit: Limit = {
    name: 'administrator',
    counter: `admin:${adminKeyId}`,
    max: ADMIN_PER_MINUTE,
    window: 'minute',
  };
  return group(`admin:${adminKeyId}:${versionsText(versions)}`, [limit], versions);
}

/**
 * Limit of a calendar feed. It is separate from the partner's limits, since calendar applications decide how often they
 * poll.
 */
export function feedLimits(subscriptionId: number): LimitGroup {
  const counter = `feed:${subscriptionId}`;
  return group(counter, [{ name: 'feed', counter, max: FEED_PER_MINUTE, window: 'minute' }], null);
}

/** Limit of requests without valid credentials; `network` is an IPv4 address or an IPv6 /64. */
export function addressLimits(network: string): LimitGroup {
  const counter = `address:${network}`;
  return group(counter, [{ name: 'address', counter, max: ANONYMOUS_PER_MINUTE, window: 'minute' }], null);
}

/** Requests a minute to the OAuth endpoints from one address; a server there may fetch tokens for many clients. */
const OAUTH_PER_MINUTE = 300;
/** Clients that may register themselves from an address. */
const REGISTRATIONS = { perMinute: 10, perDay: 100 };
/**
 * Failed sign-ins. An account's lock ends with its quarter of an hour, so that a stranger cannot lock a person out for
 * long.
 */
export const LOGINS = {
  account: { perMinute: 10, perLock: 30 },
  /** From a network that the person has signed in from: more than people mistype, too few to guess a password. */
  known: { perMinute: 60, perLock: 200 },
  address: { perMinute: 20, perDay: 1_000 },
};
const LOCK_MS = 15 * 60_000;

/** Limit of the OAuth endpoints, for every caller. */
export function oauthLimits(network: string): LimitGroup {
  const counter = `oauth:${network}`;
  return group(counter, [{ name: 'oauth-address', counter, max: OAUTH_PER_MINUTE, window: 'minute' }], null);
}

/** Requests a minute to the payment gateways' paths from one address; a gateway sends a backlog after an outage. */
const GATEWAY_PER_MINUTE = 6_000;

/** Limit of the payment gateways' paths, for every caller. */
export function gatewayLimits(network: string): LimitGroup {
  const counter = `gateway:${network}`;
  return group(counter, [{ name: 'gateway-address', counter, max: GATEWAY_PER_MINUTE, window: 'minute' }], null);
}

/** Readings of clients' metadata documents: for an address, and of one host for everybody. */
const DOCUMENTS = { perMinute: 10, perDay: 200, ofHostPerMinute: 60 };

/** Limits of readings of clients' metadata documents, so that nobody calls others through this service. */
export function documentLimits(network: string, host: string): LimitGroup {
  const { perMinute, perDay, ofHostPerMinute } = DOCUMENTS;
  const limits: Limit[] = [
    { name: 'client-document', counter: `client-document:${network}`, max: perMinute, window: 'minute' },
    { name: 'client-document-day', counter: `client-document-day:${network}`, max: perDay, window: 'day' },
    { name: 'client-document-host', counter: `client-document-host:${host}`, max: ofHostPerMinute, window: 'minute' },
  ];
  return group(`client-document:${network}:${host}`, limits, null);
}

/** Limits of clients that register themselves. */
export function registrationLimits(network: string): LimitGroup {
  return group(
    `registration:${network}`,
    [
      {
        name: 'registration',
        counter: `registration:${network}`,
        max: REGISTRATIONS.perMinute,
        window: 'minute',
      },
      { name: 'registration-day', counter: `registration-day:${network}`, max: REGISTRATIONS.perDay, window: 'day' },
    ],
    null,
  );
}

/**
 * Limits of sign-in attempts. `account` is a digest of the e-mail address as entered, whether a user has it or not. A
 * network that somebody has signed in from before has its own, higher limits, so that attempts by others or a person's
 * own typing errors do not block the right password.
 */
export function loginLimits(options: {
  account: string;
  network: string;
  isKnownNetwork: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}): LimitGroup {
  const { account, network, isKnownNetwork, now } = options;
  const { address: ofAddress } = LOGINS;
  const ofAccount = isKnownNetwork ? LOGINS.known : LOGINS.account;
  const who = isKnownNetwork ? `${account}:${network}` : account;
  // A separate counter for each quarter of an hour, because windows are either a minute or a day.
  const lock = `login-lock:${who}:${Math.floor(now / LOCK_MS)}`;
  const ofWho: Limit[] = [
    { name: 'login-account', counter: `login:${who}`, max: ofAccount.perMinute, window: 'minute' },
    { name: 'login-account-lock', counter: lock, max: ofAccount.perLock, window: 'day' },
  ];
  const ofNetwork: Limit[] = [
    { name: 'login-address', counter: `login-from:${network}`, max: ofAddress.perMinute, window: 'minute' },
    { name: 'login-address-day', counter: `login-from-day:${network}`, max: ofAddress.perDay, window: 'day' },
  ];
  return group(`${lock}:${network}`, isKnownNetwork ? ofWho : [...ofWho, ...ofNetwork], null);
}

/** Wrong codes and passwords a day: a guesser of one-time codes who knows the password succeeds on one day of 3,000. */
const CONFIRMATIONS_PER_DAY = 100;

/** Limits of attempts by a signed-in person to confirm who it is, by password or second factor; only failures count. */
export function confirmationLimits(userId: number, now: number): LimitGroup {
  const { perMinute, perLock } = LOGINS.account;
  const lock = `confirm-lock:${userId}:${Math.floor(now / LOCK_MS)}`;
  const limits: Limit[] = [
    { name: 'login-account', counter: `confirm:${userId}`, max: perMinute, window: 'minute' },
    { name: 'login-account-lock', counter: lock, max: perLock, window: 'day' },
    { name: 'login-account', counter: `confirm-day:${userId}`, max: CONFIRMATIONS_PER_DAY, window: 'day' },
  ];
  return group(lock, limits, null);
}

/** Requests for a new password: of an account in a quarter of an hour, so that a stranger fills no mailbox; of an address. */
const RESETS = { accountPerLock: 3, addressPerMinute: 5, addressPerDay: 100 };

/** Limits of requests for a new password. `account` is a digest of the e-mail address, whether a user has it or not. */
export function resetLimits({
  account,
  network,
  now,
}: {
  account: string;
  network: string;
  /** Milliseconds since the epoch. */
  now: number;
}): LimitGroup {
  const lock = `reset:${account}:${Math.floor(now / LOCK_MS)}`;
  const limits: Limit[] = [
    { name: 'reset-account', counter: lock, max: RESETS.accountPerLock, window: 'day' },
    { name: 'reset-address', counter: `reset-from:${network}`, max: RESETS.addressPerMinute, window: 'minute' },
    { name: 'reset-address-day', counter: `reset-from-day:${network}`, max: RESETS.addressPerDay, window: 'day' },
  ];
  return group(`${lock}:${network}`, limits, null);
}

/** Whole seconds until the lock of an account ends; Infinity for limits that lock no account. */
export function secondsToNextLock({ name }: Limit, now: number): number {
  return name === 'login-account-lock' || name === 'reset-account'
    ? Math.max(1, Math.ceil((LOCK_MS - (now % LOCK_MS)) / 1000))
    : Number.POSITIVE_INFINITY;
}

/** The counter of a partner's UTC day. */
export function dayCounter(partnerId: number): string {
  return `plan-day:${partnerId}`;
}

/** The counter of the UTC day of all people of a partner at the console. */
export function peopleDayCounter(partnerId: number): string {
  return `people-day:${partnerId}`;
}

function group(id: string, limits: Limit[], versions: CredentialVersions | null): LimitGroup {
  const policy = limits.map(({ name, max, window }) => `"${name}";q=${max};w=${WINDOW_SECONDS[window]}`).join(', ');
  return { id, limits, versions, policy };
}

function versionsText(versions: CredentialVersions): string {
  return `${versions.version}.${versions.partnerVersion ?? 0}`;
}
