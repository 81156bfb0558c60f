import { z } from 'zod';
import type { Deps } from '../kernel/deps.ts';
import type { GrantRecord } from '../oauth/record-store.ts';
import type { Consent } from './types.ts';

const scope = z.string().default('');
/** A grant as the authorization server stores it: OpenID scopes, and the scopes of each resource. */
const grantPayload = z.object({
  openid: z.object({ scope }).default({ scope: '' }),
  resources: z.record(z.string(), scope).default({}),
});

/** Presents a grant to the user who gave it. */
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

/** Empty where the grant was sealed under a key that has since been replaced; nobody can use such a grant. */
function scopesOf(secrets: Deps['secrets'], sealed: Buffer): string[] {
  try {
    const { openid, resources } = grantPayload.parse(JSON.parse(secrets.open(sealed)));
    return [openid.scope, ...Object.values(resources)].flatMap((words) => words.split(' ')).filter(Boolean);
  } catch {
    return [];
  }
}
