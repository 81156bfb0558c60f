import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { capabilitiesOf } from '../../partners/rules.ts';
import { partnerParams } from '../../partners/schema.ts';
import type { Partner } from '../../partners/store.ts';
import { namedPartner } from '../../partners/target.ts';
import { createKeyBody } from '../schema.ts';
import { newSecret } from '../secret.ts';
import { findKeyById, insertKey } from '../store.ts';
import type { CreatedKey } from '../types.ts';

/** Makes a key; its plaintext leaves the service here and never again. */
export const createPartnerKey = operation({
  name: 'partner_keys.create',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: createKeyBody,
  run: (deps, call, body, partner: Partner): Promise<CreatedKey> => {
    requireWithinPartner(partner, body.scoped_capabilities ?? []);
    const secret = newSecret('partner', deps.ids);
    return deps.transaction(call, async (tx) => {
      const key = await insertKey(tx.em, tx.now, partner.id, secret, {
        ...body,
        scoped_capabilities: body.scoped_capabilities ?? null,
        allowed_ip_addresses: body.allowed_ip_addresses ?? null,
        daily_credit_limit: body.daily_credit_limit ?? null,
        expires_at: body.expires_at ?? null,
      });
      tx.audit({
        type: 'partner_key',
        id: key.id,
        partnerId: partner.id,
      });
      tx.made({ type: 'partner_key', id: key.id });
      return { key, plaintext: secret.plaintext };
    });
  },
  recover: async (deps, _call, madeId) => {
    const key = await findKeyById(deps.db, Number(madeId));
    if (!key) throw notFound('Key');
    return { key, plaintext: null };
  },
});

/** A key may narrow what its partner may use, never widen it. */
function requireWithinPartner(partner: Partner, slugs: readonly string[]): void {
  const allowed = new Set(capabilitiesOf(partner));
  const beyond = slugs.filter((slug) => !allowed.has(slug));
  if (beyond.length === 0) return;
  throw invalid({ scoped_capabilities: beyond.map((slug) => `The partner may not use the capability "${slug}".`) });
}
