import type { z } from 'zod';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import type { Role } from '../../kernel/permissions.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { validFields } from '../../kernel/references.ts';
import { capabilitiesOf } from '../../partners/rules.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { createKeyBody } from '../schema.ts';
import { type NewSecret, newSecret } from '../secret.ts';
import { countActiveKeys, findKeyById, insertKey } from '../store.ts';
import type { CreatedKey } from '../table.ts';

/** Creates a key. Its plaintext is returned only here. */
export const createPartnerKey = operation({
  name: 'partner_keys.create',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: createKeyBody,
  checkInput: async (_deps, raw, partner) => scopeProblems(partner, raw),
  prepare: async (deps) => newSecret('partner', deps.ids),
  change: (tx, { deps, input, target: partner, prepared: secret }): Promise<CreatedKey> =>
    insertWithinLimit(tx, deps, { partnerId: partner.id, secret, input, role: null }),
  audit: ({ key }) => ({ type: 'partner_key', id: key.id, partnerId: key.partner_id }),
  async recover(deps, _call, madeId) {
    const key = await findKeyById(deps.db, Number(madeId));
    if (!key) throw notFound('Key');
    return { key, plaintext: null };
  },
});

/** What a new key is made of. */
interface KeyToInsert {
  partnerId: number;
  secret: NewSecret;
  input: z.output<typeof createKeyBody>;
  /** null: it may do everything. */
  role: Role | null;
}

/** Inserts a key, if the partner has room for one more. Throws CONFLICT. */
export async function insertWithinLimit(
  tx: Tx,
  { limits }: Pick<Deps, 'limits'>,
  { partnerId, secret, input, role }: KeyToInsert,
): Promise<CreatedKey> {
  await requireWithinLimit(tx.em, limits, 'keys', { partnerId, count: () => countActiveKeys(tx.em, partnerId) });
  const key = await insertKey(tx.em, tx.now, partnerId, secret, {
    ...input,
    scoped_capabilities: input.scoped_capabilities ?? null,
    allowed_ip_addresses: input.allowed_ip_addresses ?? null,
    daily_credit_limit: input.daily_credit_limit ?? null,
    expires_at: input.expires_at ?? null,
    role,
  });
  return { key, plaintext: secret.plaintext };
}

/** What is wrong with the scope in the body of a key: it may restrict what its partner may use, but not extend it. */
export function scopeProblems(partner: Partner, raw: unknown): ErrorDetails {
  const { scoped_capabilities: slugs } = validFields(
    { scoped_capabilities: createKeyBody.shape.scoped_capabilities },
    raw,
  );
  const allowed = new Set(capabilitiesOf(partner));
  const beyond = (slugs ?? []).filter((slug) => !allowed.has(slug));
  const problems = beyond.map((slug) => `The partner may not use the capability "${slug}".`);
  return problems.length > 0 ? { scoped_capabilities: problems } : {};
}
