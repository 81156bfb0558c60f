import type { CreateKeyBody } from '../../api/generated/client/types.gen.ts';
import { wallTimeIn } from '../../i18n/zone.ts';
import { startOfDay } from '../../lib/day-range.ts';

/** Capabilities by slug, as the API takes them. */
type Scope = NonNullable<CreateKeyBody['scoped_capabilities']>;

/** What a form has of a key, as people type it. */
export interface KeyValues {
  name: string;
  /** Slugs; none stands for all. */
  capabilities: string[];
  /** One a line. */
  addresses: string;
  perMinute: number | string;
  dailyCredits: number | string;
  /** A local day, `YYYY-MM-DD`, or empty. */
  expires: string;
  sandbox: boolean;
}

/** A form for a new key. */
export const NEW_KEY: KeyValues = {
  name: '',
  capabilities: [],
  addresses: '',
  perMinute: 60,
  dailyCredits: '',
  expires: '',
  sandbox: false,
};

interface KeySettings {
  name: string;
  scoped_capabilities: string[] | null;
  allowed_ip_addresses: string[] | null;
  rate_limit_per_minute: number;
  daily_credit_limit: number | null;
  expires_at: string | null;
}

/** What is asked for; the list of capabilities comes from the API, so they are those that it takes. */
type Asked = Omit<KeySettings, 'scoped_capabilities'> & { scoped_capabilities: Scope | null };

/** The form for a key that there is. */
export function valuesOf(key: KeySettings): KeyValues {
  return {
    name: key.name,
    capabilities: key.scoped_capabilities ?? [],
    addresses: (key.allowed_ip_addresses ?? []).join('\n'),
    perMinute: key.rate_limit_per_minute,
    dailyCredits: key.daily_credit_limit ?? '',
    expires: key.expires_at === null ? '' : dayOf(new Date(key.expires_at)),
    sandbox: false,
  };
}

/** What the form asks for; a key keeps its time of expiry where its day was left as it is. */
export function settingsOf(values: KeyValues, before?: KeySettings): Asked {
  const addresses = values.addresses.split(/[\s,]+/).filter(Boolean);
  const isSameDay = before !== undefined && valuesOf(before).expires === values.expires;
  return {
    name: values.name.trim(),
    // A key that may use no capability stays so until some are chosen.
    scoped_capabilities: values.capabilities.length > 0 ? (values.capabilities as Scope) : noneOf(before),
    allowed_ip_addresses: addresses.length > 0 ? addresses : null,
    rate_limit_per_minute: Number(values.perMinute),
    daily_credit_limit: values.dailyCredits === '' ? null : Number(values.dailyCredits),
    expires_at: isSameDay ? before.expires_at : startOf(values.expires),
  };
}

function noneOf(before: KeySettings | undefined): Scope | null {
  return before?.scoped_capabilities?.length === 0 ? [] : null;
}

function startOf(day: string): string | null {
  return startOfDay(day) || null;
}

function dayOf(moment: Date): string {
  return wallTimeIn(moment).slice(0, 10);
}
