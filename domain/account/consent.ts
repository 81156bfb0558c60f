import { z } from 'zod';
import type { Deps } from '../kernel/deps.ts';
import type { GrantRecord } from '../oauth/record-store.ts';
import type { Consent } from './types.ts';

const scope = z.string().default('');
/** A grant as the authorization server keeps it: scopes of people's identity, and those of each resource. */
const grantPayload = z.object({
  openid: z.object({ scope }).default({ scope: '' }),
  resources: z.record(z.string(), scope).default({}),
});

/** A grant as its user is shown it. */
export function consentOf({ secrets }: Pick<Deps, 'secrets'>, grant: GrantRecord): Consent {
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

/** None of what was sealed under a key that has been replaced: such a grant is of no use any more. */
function scopesOf(secrets: Deps['secrets'], sealed: Buffer): string[] {
  try {
    const { openid, resources } = grantPayload.parse(JSON.parse(secrets.open(sealed)));
    return [openid.scope, ...Object.values(resources)].flatMap((words) => words.split(' ')).filter(Boolean);
  } catch {
    return [];
  }
}
