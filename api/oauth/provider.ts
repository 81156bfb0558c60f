import { timingSafeEqual } from 'node:crypto';
import type Koa from 'koa';
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Deps } from '../../domain/kernel/deps.ts';
import { notFound } from '../../domain/kernel/errors.ts';
import { perform } from '../../domain/kernel/step.ts';
import { hashOfClientSecret, newClientId, newClientSecret } from '../../domain/oauth/client-secret.ts';
import { redirectTarget, userOfSubject } from '../../domain/oauth/schema.ts';
import { ALL_SCOPES } from '../../domain/oauth/scopes.ts';
import { findClient, isAllowedBySomebody } from '../../domain/oauth/steps/clients.ts';
import { findAccount } from '../../domain/users/steps/sign-in.ts';
import { isAbort, isAbortedBody } from '../client-abort.ts';
import { type ClientAddress, networkOf } from '../middleware/client-address.ts';
import { asAppError, errorBody, retryHeader } from '../middleware/errors.ts';
import { GRANT_CLAIM } from './access-tokens.ts';
import { accountLinks } from './account-links.ts';
import { ALLOWED_SCOPES, createAdapter } from './adapter.ts';
import { createClientDocuments } from './client-documents.ts';
import { consoleClient, isConsole } from './console-client.ts';
import { interactions } from './interactions.ts';
import {
  askForSignOut,
  failuresAsPages,
  type MayRedirect,
  oidcOf,
  preventOpenRedirects,
  signOutMiddleware,
} from './middleware.ts';
import { type AuthorizationServerOptions, CLIENT_AUTH_METHODS, TTL } from './options.ts';
import { pageAssets } from './page-assets.ts';
import { errorPage, signedOutPage } from './pages.ts';
import { registrationOf } from './registration.ts';
import {
  defaultResource,
  OAUTH_PREFIX,
  OIDC_SCOPES,
  ownIssuer,
  requireOneResource,
  resourceServer,
  resourcesOf,
} from './resources.ts';
import { endWhereThePasswordChanged } from './resumed-sign-in.ts';
import { revokeAccessToken } from './revocation.ts';
import { grantInSession, recordUses } from './sessions.ts';

/**
 * Without the response mode form_post: its page submits itself to the program, which the policy of all pages forbids.
 */
class RedirectingProvider extends Provider {
  override registerResponseMode(name: string, handler: Parameters<Provider['registerResponseMode']>[1]): void {
    if (name !== 'form_post') super.registerResponseMode(name, handler);
  }
}

/** The service's own authorization server: OAuth 2.1 with the users and clients of the database. */
export function createProvider(options: AuthorizationServerOptions): Provider {
  const { deps, publicUrl, log, verifier } = options;
  const provider = new RedirectingProvider(ownIssuer(publicUrl), configuration(options));
  // The provider's caller sets the public address, whatever the request contains.
  provider.proxy = true;
  // Clients' secrets are stored as their SHA-256.
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, secret: string) {
    return this.clientSecret !== undefined && isEqual(hashOfClientSecret(secret), this.clientSecret);
  };
  checkResourceFirst(provider);
  (provider as Koa).on('error', (error: unknown) => {
    if (!isAbort(error) && !isAbortedBody(error)) log.error({ err: error }, 'the authorization server failed');
  });
  provider.on('server_error', (ctx: KoaContextWithOIDC, error: unknown) => {
    const known = asAppError(error, String(ctx.res.getHeader('X-Request-Id')), log);
    ctx.status = known.status;
    ctx.set(retryHeader(known));
  });
  recordUses(provider, options);
  provider.use(registrationFromAnywhere);
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) {
      ctx.body = errorBody(notFound('Page'), { publicUrl });
      ctx.status = 404;
    }
    const oidc = oidcOf(ctx);
    if (oidc?.route === 'discovery') Object.assign(ctx.body as object, discoveryOf(publicUrl));
    const refusal = ctx.body as { error?: string } | null;
    if (oidc?.route === 'revocation' && refusal?.error === 'unsupported_token_type') {
      await revokeAccessToken(deps, verifier, ctx, oidc);
    }
  });
  provider.use(preventOpenRedirects(mayRedirect(deps)));
  provider.use(pageAssets);
  provider.use(signOutMiddleware);
  provider.use(failuresAsPages(log));
  provider.use(endWhereThePasswordChanged(deps));
  provider.use(accountLinks(options));
  provider.use(interactions(provider, options));
  return provider;
}

/** The provider uses up codes and refresh tokens before it looks at the resource of the request. */
function checkResourceFirst({ AuthorizationCode, RefreshToken }: Provider): void {
  for (const { prototype } of [AuthorizationCode, RefreshToken]) {
    const { consume } = prototype;
    prototype.consume = function consumeForResource(this: typeof prototype) {
      const { ctx } = Provider;
      if (ctx) requireOneResource(ctx, this);
      return consume.call(this);
    };
  }
}

/** Registration needs no credentials, so scripts of any site may use it as well as programs. */
const registrationFromAnywhere: Koa.Middleware = async (ctx, next) => {
  if (ctx.path !== '/reg') return next();
  ctx.set('Access-Control-Allow-Origin', '*');
  if (ctx.method !== 'OPTIONS') return next();
  ctx.set({
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Content-Type, MCP-Protocol-Version',
  });
  ctx.status = 204;
};

function configuration(options: AuthorizationServerOptions): Configuration {
  const { deps, publicUrl, keys, cookieKeys, clientAddress } = options;
  const documents = createClientDocuments(options);
  return {
    adapter: createAdapter(deps, (clientId) => documents.find(clientId, networkOfRequest(clientAddress))),
    clients: [consoleClient(publicUrl)],
    loadExistingGrant: (ctx) => grantInSession(ctx, options),
    jwks: { keys: keys.map((key) => ({ ...key, alg: 'ES256', use: 'sig' })) },
    cookies: {
      keys: [...cookieKeys],
      long: { httpOnly: true, sameSite: 'lax', path: OAUTH_PREFIX },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    ttl: TTL,
    responseTypes: ['code'],
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: (_ctx, origin, client) => originsOf(client.redirectUris).has(origin),
    clientAuthMethods: [...CLIENT_AUTH_METHODS],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraClientMetadata: { properties: [ALLOWED_SCOPES] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Sign-out does not disconnect programs, except for the console.
    expiresWithSession: (_ctx, { clientId }) => isConsole(clientId),
    claims: { openid: ['sub'] },
    findAccount: async (_ctx, subject) => {
      const userId = userOfSubject(subject);
      const account = userId === undefined ? undefined : await perform(deps, findAccount, { userId });
      return account ? { accountId: subject, claims: () => ({ sub: subject }) } : undefined;
    },
    extraTokenClaims: (_ctx, token) =>
      token.kind === 'AccessToken' && token.grantId ? { [GRANT_CLAIM]: token.grantId } : undefined,
    interactions: {
      policy: consentPolicy(),
      url: (_ctx, interaction) => `${OAUTH_PREFIX}/interaction/${interaction.uid}`,
    },
    renderError: (ctx, out) => errorPage(ctx, out),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => askForSignOut(ctx, form),
        postLogoutSuccessSource: (ctx) => signedOutPage(ctx),
      },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      registration: {
        enabled: true,
        issueRegistrationAccessToken: false,
        idFactory: (ctx) => {
          // The provider's first call for a registration, and the last chance to change its content.
          Object.assign(ctx.oidc, { body: registrationOf(ctx.oidc.body) });
          return newClientId(deps.ids);
        },
        secretFactory: () => newClientSecret(deps.ids),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx, client, oneOf) => oneOf ?? defaultResource(ctx, client[ALLOWED_SCOPES], publicUrl),
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, indicator, client) =>
          resourceServer(ctx, indicator, client[ALLOWED_SCOPES], publicUrl),
      },
    },
  };
}

/**
 * Errors go at once to the clients of partners, which somebody vouches for; to programs of the person's own machine; and
 * to clients that somebody here has allowed, as `prompt=none` needs once the session is over.
 */
function mayRedirect(deps: Pick<Deps, 'db' | 'clock'>): MayRedirect {
  return async (clientId, redirectUri) => {
    if (isConsole(clientId) || redirectTarget(redirectUri) === 'native') return true;
    const client = await perform(deps, findClient, { clientId });
    if (client && !client.hasRegisteredItself) return true;
    return perform(deps, isAllowedBySomebody, { clientId });
  };
}

/** Whom a client's metadata document is read for. */
function networkOfRequest(clientAddress: ClientAddress): string {
  const { ctx } = Provider;
  return ctx ? networkOf(clientAddress(ctx.req)) : '';
}

/** Metadata beyond those of the provider. */
function discoveryOf(publicUrl: string): Record<string, unknown> {
  return {
    response_modes_supported: ['query', 'fragment'],
    scopes_supported: [...OIDC_SCOPES, ...ALL_SCOPES],
    protected_resources: Object.values(resourcesOf(publicUrl)).map(({ url }) => url),
    service_documentation: `${publicUrl}/docs`,
    client_id_metadata_document_supported: true,
  };
}

/** The origins of a program's pages, whose scripts may request its tokens. */
function originsOf(redirectUris: readonly string[] = []): Set<string> {
  return new Set(redirectUris.map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null'));
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

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
