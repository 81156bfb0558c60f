import { interactionPolicy } from 'oidc-provider';

/**
 * When people are asked for consent: for scopes that are new in their session; and each time by a public client, since
 * another program on the same machine could imitate it (RFC 8252, section 8.6).
 */
export function consentPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const checks = policy.get('consent')?.checks;
  const native = checks?.get('native_client_prompt');
  if (!native) throw new Error('The provider asks users of native programs no more.');
  const { check } = native;
  native.check = (ctx) =>
    ctx.oidc.client?.clientAuthMethod === 'none' ? check(ctx) : interactionPolicy.Check.NO_NEED_TO_PROMPT;
  return policy;
}
