import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider';

/** As in the addresses of many providers, the issuer is not at the root of its origin. */
const PATH = '/realms/acme';
const CLIENT_ID = 'console-at-acme';
/** Of the access token, seconds. */
const LIFETIME_S = 900;
/** Of all else; longer than a test puts a page's clock on, which it holds ID tokens against. */
const LONG_S = 86_400;
const SIGN_IN = `<!doctype html><title>Acme</title><h1>Acme</h1><form method="post">
  <label>Work e-mail <input name="email"></label> <button name="answer" value="yes">Continue</button> <button>Not now</button></form>`;

const SIGN_OUT = (form: string) => `<!doctype html><title>Acme</title><h1>Acme</h1>${form}
  <button name="logout" form="op.logoutForm" value="yes">Yes, sign me out</button>`;

/** What the provider has beyond the authorization code with PKCE; companies' differ in it. */
export interface IssuerFeatures {
  refreshTokens: boolean;
  revocation: boolean;
  signOut: boolean;
}

/** An OpenID Connect provider that is not the service's own: a company's, where its people sign in by their address alone. */
export interface ExternalIssuer {
  url: string;
  clientId: string;
  stop(): Promise<void>;
}

/** Starts one that knows the console of the service at the origin. */
export async function startExternalIssuer(consoleOrigin: string, features: IssuerFeatures): Promise<ExternalIssuer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Another site than 127.0.0.1, where the console is.
  const url = `http://localhost:${(server.address() as AddressInfo).port}${PATH}`;
  const serve = (await createProvider(url, consoleOrigin, features)).callback();
  server.on('request', (request, response) => {
    const { url: originalUrl = '' } = request;
    if (originalUrl.startsWith(PATH)) {
      Object.assign(request, { originalUrl, url: originalUrl.slice(PATH.length) });
      void serve(request, response);
    } else response.writeHead(404).end();
  });
  return {
    url,
    clientId: CLIENT_ID,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function createProvider(url: string, consoleOrigin: string, features: IssuerFeatures): Promise<Provider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(url, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
    adapter: memory(),
    cookies: { keys: ['only for tests'] },
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', ...(features.refreshTokens ? ['refresh_token'] : [])],
        redirect_uris: [`${consoleOrigin}/console/callback`],
        post_logout_redirect_uris: [`${consoleOrigin}/console/signed-out`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    clientBasedCORS: (_ctx, origin) => origin === consoleOrigin,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: (_ctx, email) => ({ accountId: email, claims: () => ({ sub: email }) }),
    extraTokenClaims: (_ctx, token) => ({
      email: 'accountId' in token ? token.accountId : undefined,
      email_verified: true,
    }),
    interactions: { url: (_ctx, { uid }) => `${PATH}/interaction/${uid}` },
    ttl: {
      AccessToken: LIFETIME_S,
      RefreshToken: LONG_S,
      IdToken: LONG_S,
      Session: LONG_S,
      Grant: LONG_S,
      Interaction: LONG_S,
    },
    features: {
      devInteractions: { enabled: false },
      // Refreshing a token without saying what for gives one for this.
      userinfo: { enabled: true },
      revocation: { enabled: features.revocation, allowedPolicy: () => true },
      rpInitiatedLogout: {
        enabled: features.signOut,
        logoutSource: (ctx, form) => {
          ctx.body = SIGN_OUT(form);
        },
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, resource) => ({
          scope: 'api',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  } satisfies Configuration);
  provider.use(signIn(provider));
  return provider;
}

/** The page where people sign in, and with that consent. */
function signIn(provider: Provider): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    if (ctx.method !== 'POST') {
      ctx.type = 'html';
      ctx.body = SIGN_IN;
      return;
    }
    const form = new URLSearchParams(await text(ctx.req));
    const { params } = await provider.interactionDetails(ctx.req, ctx.res);
    ctx.respond = false;
    if (form.get('answer') !== 'yes') {
      await provider.interactionFinished(ctx.req, ctx.res, { error: 'access_denied' });
      return;
    }
    const accountId = form.get('email') ?? '';
    const grant = new provider.Grant({ accountId, clientId: CLIENT_ID });
    grant.addOIDCScope('openid');
    grant.addResourceScope(String(params['resource']), 'api');
    const grantId = await grant.save();
    await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId }, consent: { grantId } });
  };
}

/** Keeps the provider's records as long as it runs. */
function memory(): (kind: string) => Adapter {
  const records = new Map<string, AdapterPayload>();
  return (kind) => ({
    upsert: async (id, payload) => void records.set(`${kind} ${id}`, payload),
    find: async (id) => records.get(`${kind} ${id}`),
    findByUid: async (uid) =>
      [...records].find(([key, payload]) => key.startsWith(`${kind} `) && payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(records.get(`${kind} ${id}`) ?? {}, { consumed: Date.now() / 1000 }),
    destroy: async (id) => void records.delete(`${kind} ${id}`),
    async revokeByGrantId(grantId) {
      for (const [key, payload] of records) if (payload.grantId === grantId) records.delete(key);
    },
  });
}
