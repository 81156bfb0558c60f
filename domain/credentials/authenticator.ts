import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { ROTATION_REASON } from '../partner-keys/rules.ts';
import { KEY_KINDS } from '../partner-keys/secret.ts';
import type { CredentialVersions } from '../rate-limits/credential-versions.ts';
import { adminLimits, keyLimits } from '../rate-limits/rules.ts';
import type { Credential } from './credential.ts';
import { findAdminKey, findKey, type KeyRecord } from './store.ts';

/** A key is 4 characters of prefix and 48 random ones. */
const KEY_LENGTH = 52;

/** Whether the text has the form of such a key, so that other texts need no query. */
function hasKeyForm(kind: keyof typeof KEY_KINDS, text: string): boolean {
  return text.length === KEY_LENGTH && text.startsWith(KEY_KINDS[kind]);
}

/** SHA-256 in hexadecimal, the lookup key in cache and database. */
export function digestOf(plaintext: string): string {
  return hash('sha256', plaintext, 'hex');
}

/** Capabilities that a key may spend credits on: the intersection of its scope and its partner's. null: all. */
export function effectiveCapabilities(
  ofKey: readonly string[] | null,
  ofPartner: readonly string[] | null,
): readonly string[] | null {
  if (ofKey === null) return ofPartner;
  if (ofPartner === null) return ofKey;
  return ofKey.filter((slug) => ofPartner.includes(slug));
}

/**
 * Authenticates one kind of bearer credential. The API tries each in turn. An entry point of this area besides its steps: every
 * request passes through it, and most are answered from memory.
 */
export interface Authenticator {
  accepts(token: string): boolean;
  /**
   * The credential of a token, possibly cached; undefined when there is none. Throws FORBIDDEN, and UNAUTHORIZED with the
   * reason for a token that was valid once: who sends it knows the secret.
   */
  find(token: string): Promise<Credential | undefined>;
  /** Evicts an outdated credential from the cache. */
  forget(token: string): void;
}

/** Cached credentials per process; each takes some hundred bytes. */
const CACHED_CREDENTIALS = 10_000;

/** Partner keys, `vp3_…`. */
export function partnerKeyAuthenticator({ db, clock }: Pick<Deps, 'db' | 'clock'>): Authenticator {
  const cache = new LRUCache<string, Credential>({ max: CACHED_CREDENTIALS });
  return {
    accepts: (token) => hasKeyForm('partner', token),
    async find(token) {
      const digest = digestOf(token);
      let credential = cache.get(digest);
      if (!credential) {
        const record = await findKey(db, digest);
        if (!record) return undefined;
        if (!record.is_active) throw revoked(record);
        if (record.partner_status === 'suspended') throw new AppError('FORBIDDEN', 'This partner is suspended.');
        credential = credentialOf(record);
        cache.set(digest, credential);
      }
      const { expiresAt } = credential;
      if (expiresAt === null || expiresAt > clock.now().getTime()) return credential;
      throw new AppError('UNAUTHORIZED', `This API key expired at ${new Date(expiresAt).toISOString()}.`);
    },
    forget: (token) => void cache.delete(digestOf(token)),
  };
}

/** Administrator keys, `adm_…`. */
export function adminKeyAuthenticator({ db }: Pick<Deps, 'db'>): Authenticator {
  const cache = new LRUCache<string, Credential>({ max: CACHED_CREDENTIALS });
  return {
    accepts: (token) => hasKeyForm('administrator', token),
    async find(token) {
      const digest = digestOf(token);
      const cached = cache.get(digest);
      if (cached) return cached;
      const record = await findAdminKey(db, digest);
      if (!record) return undefined;
      if (!record.is_active) throw new AppError('UNAUTHORIZED', 'This API key was revoked.');
      const versions: CredentialVersions = {
        kind: 'admin_key',
        id: record.id,
        version: record.version,
        partnerVersion: null,
      };
      const limits = adminLimits(record.id, versions);
      const credential: Credential = {
        actor: { kind: 'administrator', adminKeyId: record.id },
        allowedIpAddresses: null,
        expiresAt: null,
        limits,
        partnerPathLimits: limits,
      };
      cache.set(digest, credential);
      return credential;
    },
    forget: (token) => void cache.delete(digestOf(token)),
  };
}

function revoked({ revoked_at, revoked_reason }: KeyRecord): AppError {
  const at = revoked_at?.toISOString();
  if (revoked_reason === ROTATION_REASON)
    return new AppError(
      'UNAUTHORIZED',
      at ? `This API key was replaced by a rotation at ${at}.` : 'This API key was replaced by a rotation.',
    );
  return new AppError('UNAUTHORIZED', at ? `This API key was revoked at ${at}.` : 'This API key was revoked.');
}

function credentialOf(record: KeyRecord): Credential {
  const versions: CredentialVersions = {
    kind: 'partner_key',
    id: record.id,
    version: record.version,
    partnerVersion: record.partner_version,
  };
  const limited = {
    keyId: record.id,
    partnerId: record.partner_id,
    perMinute: record.rate_limit_per_minute,
    plan: record.plan,
    versions,
  };
  return {
    actor: {
      kind: 'partner_key',
      partnerId: record.partner_id,
      keyId: record.id,
      keyFamilyId: record.lineage_id,
      scopedCapabilities: effectiveCapabilities(record.scoped_capabilities, record.partner_capabilities),
      dailyCreditLimit: record.daily_credit_limit,
      sandbox: record.sandbox,
      role: record.role,
    },
    keyPrefix: record.prefix,
    allowedIpAddresses: record.allowed_ip_addresses,
    expiresAt: record.expires_at?.getTime() ?? null,
    limits: keyLimits({ ...limited, partnerPath: false }),
    partnerPathLimits: keyLimits({ ...limited, partnerPath: true }),
  };
}
