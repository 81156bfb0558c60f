import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { integer, looseText, moment, recordId, text } from '../kernel/schema.ts';
import { truncate } from '../kernel/words.ts';
import { capabilitySlugs, partnerParams } from '../partners/schema.ts';
import {
  DEFAULT_RATE_LIMIT,
  DEFAULT_REVOCATION_REASON,
  isAddressOrRange,
  MAX_ADDRESS_LENGTH,
  MAX_ALLOWLIST_ENTRIES,
  MAX_RATE_LIMIT,
} from './rules.ts';
import { findKey } from './store.ts';
import type { PartnerKeyRow } from './table.ts';

export const partnerKeyParams = partnerParams.extend({ key_id: recordId.describe('Number of the key.') });

/** A key of the caller's own partner. */
export const ownKeyParams = z.object({ id: recordId.describe('Number of the key.') });

/** Errors are reported for the list as a whole. */
const addressesOrRanges = z
  .array(z.string('Must be a string.').trim().meta({ maxLength: MAX_ADDRESS_LENGTH }), 'Must be an array.')
  .max(MAX_ALLOWLIST_ENTRIES, `Must have at most ${MAX_ALLOWLIST_ENTRIES} entries.`)
  .superRefine((entries, context) => {
    for (const entry of entries) {
      if (!isAddressOrRange(entry)) {
        context.addIssue(`"${truncate(entry, 64)}" is neither an IP address nor a range in CIDR notation.`);
      }
    }
  })
  .transform((entries) => [...new Set(entries)]);

export const createKeyBody = z.object({
  name: text(255).describe('Purpose of the key; not unique.'),
  scoped_capabilities: capabilitySlugs.nullish().describe('null means all capabilities of the partner, [] none.'),
  allowed_ip_addresses: addressesOrRanges.nullish().describe('IPv4, IPv6 or CIDR; null means any.'),
  rate_limit_per_minute: integer(1, MAX_RATE_LIMIT)
    .default(DEFAULT_RATE_LIMIT)
    .describe('Requests per minute for this key, within the limit of the plan.'),
  daily_credit_limit: integer(0, Number.MAX_SAFE_INTEGER)
    .nullish()
    .describe('Credits per UTC day; null means no limit.'),
  // Compared here, with the system's clock, so that it is reported together with all other errors of the body.
  expires_at: moment
    .refine((value) => value.getTime() > Date.now(), 'Must be in the future.')
    .nullish()
    .describe('null means never.'),
  sandbox: z.boolean().default(false).describe('AI calls go to the sandbox provider, free of charge.'),
});

/** What can be changed of a key: everything but its partner and whether it is a sandbox key. */
export const updateKeyBody = z.object({
  name: createKeyBody.shape.name.optional().describe('Purpose of the key; not unique.'),
  scoped_capabilities: createKeyBody.shape.scoped_capabilities,
  allowed_ip_addresses: createKeyBody.shape.allowed_ip_addresses,
  rate_limit_per_minute: integer(1, MAX_RATE_LIMIT)
    .optional()
    .describe('Requests per minute for this key, within the limit of the plan.'),
  daily_credit_limit: createKeyBody.shape.daily_credit_limit,
  expires_at: createKeyBody.shape.expires_at,
});

export const revokeKeyBody = z.object({
  reason: looseText(255)
    .nullish()
    .transform((reason) => reason || DEFAULT_REVOCATION_REASON)
    .describe(`Reason, shown as \`revoked_reason\`; defaults to "${DEFAULT_REVOCATION_REASON}".`),
});

/** The key in the path; a key of a partner other than the one in the path is not found. */
export function keyFromPath(
  deps: Deps,
  _call: Call,
  params: { partner_id: number; key_id: number },
): Promise<PartnerKeyRow> {
  return getKey(deps.db, params.partner_id, params.key_id);
}

/** A key of the partner; throws NOT_FOUND. */
export async function getKey(db: Db, partnerId: number, keyId: number): Promise<PartnerKeyRow> {
  const key = await findKey(db, partnerId, keyId);
  if (!key) throw notFound('Key');
  return key;
}
