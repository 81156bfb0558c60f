import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { calculateJwkThumbprint, importJWK, type JWTPayload, SignJWT } from 'jose';
import { createOauthClient } from '../../domain/oauth/operations/create-client.ts';
import { saveRecordRow } from '../../domain/oauth/record-store.ts';
import { createUser } from '../../domain/users/operations/create-user.ts';
import { updateUser } from '../../domain/users/operations/update-user.ts';
import { readSigningKey, type SigningKey } from '../../infra/oauth/signing-keys.ts';
import { externalTokenVerifier, ownTokenVerifier } from '../../infra/oauth/token-verifier.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { createAccessTokens, readExternalClaims, readOwnClaims } from './access-tokens.ts';
import { ownIssuer, resourcesOf } from './resources.ts';

jest.setTimeout(60_000);

const ORIGIN = 'https://api.example';
const MINUTE_MS = 60_000;
const resources = resourcesOf(ORIGIN);

function createKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = readSigningKey(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'));
  if (!key) throw new Error('No key was made.');
  return key;
}

interface TokenOptions {
  key: SigningKey;
  claims?: JWTPayload;
  header?: Record<string, string>;
}

let service: TestService;
let clientId: string;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
  partnerId = (await service.createPartner()).id;
  const params = { partner_id: partnerId };
  const input = { name: 'Server', role: 'editor' };
  clientId = (await service.run(service.admin, createOauthClient, { params, input })).client.client_id;
});
afterEach(() => service.setClock(undefined));
afterAll(() => service.stop());

describe('tokens of our own', () => {
  const [key, older, foreign] = [createKey(), createKey(), createKey()];

  async function make({ key: signing, claims = {}, header = {} }: TokenOptions): Promise<string> {
    const { d: _private, ...rest } = signing;
    return new SignJWT({
      iss: ownIssuer(ORIGIN),
      aud: resources.api.url,
      sub: clientId,
      client_id: clientId,
      scope: 'api',
      jti: 'token',
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 900,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: await calculateJwkThumbprint(rest), ...header })
      .sign(await importJWK({ ...signing, alg: 'ES256' }));
  }

  function accessTokens(keys: readonly SigningKey[] = [key, older]) {
    return createAccessTokens({
      verifier: ownTokenVerifier({ issuer: ownIssuer(ORIGIN), keys }),
      claims: readOwnClaims,
      resources,
      deps: service.deps,
    });
  }

  test('identify their user, client and partner', async () => {
    const grant = await accessTokens().find(await make({ key }), 'api');
    expect(grant).toMatchObject({
      actor: { kind: 'client', partnerId, role: 'editor', scopedCapabilities: null },
      subject: clientId,
      clientId,
      scopes: new Set(['api']),
      expiresAt: expect.any(Date),
    });
    expect(grant.limits.limits.map(({ name }) => name)).toEqual(['plan', 'plan-day']);
  });

  test('are believed under each of the keys, until it is taken away', async () => {
    const token = await make({ key: older });
    expect(await codeOf(accessTokens().find(token, 'api'))).toBe('none');
    expect(await codeOf(accessTokens([key]).find(token, 'api'))).toBe('UNAUTHORIZED');
  });

  test.each<[string, JWTPayload, Record<string, string>?]>([
    ['another issuer', { iss: 'https://evil.example/oauth' }],
    ['no issuer', { iss: undefined as never }],
    ['another resource', { aud: resources.mcp.url }],
    ['no resource', { aud: undefined as never }],
    ['no end', { exp: undefined as never }],
    ['an end that has passed', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['a beginning to come', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['no subject', { sub: undefined as never }],
    ['no id', { jti: undefined as never }],
    ['a subject that nobody is', { sub: 'user_999' }],
    ['a user without a grant', { sub: 'user_1', gid: 'none' }],
    ['a client that nobody is', { sub: 'x', client_id: 'x' }],
    ['the type of an ID token', {}, { typ: 'JWT' }],
    ['an unknown key', {}, { kid: 'unknown' }],
  ])('with %s are refused', async (_what, claims, header = {}) => {
    const { authenticator, ...tokens } = accessTokens();
    const token = await make({ key, claims, header });
    expect(await codeOf(tokens.find(token, 'api'))).toBe('UNAUTHORIZED');
    expect(await codeOf(authenticator.find(token))).toBe('UNAUTHORIZED');
  });

  test.each<[string, SigningKey, JWTPayload, string]>([
    ['has expired', key, { exp: Math.floor(Date.now() / 1000) - 1 }, 'The access token has expired; get a new one.'],
    ['is for another resource', key, { aud: resources.mcp.url }, 'The access token was issued for another resource.'],
    ['has been revoked', key, { client_id: 'gone', sub: 'gone' }, expect.stringContaining('was revoked') as never],
    ['has expired, and is forged', foreign, { exp: 1 }, 'The access token is not valid.'],
    ['is for another resource, and is forged', foreign, { aud: resources.mcp.url }, 'The access token is not valid.'],
    ['has another issuer', key, { iss: 'https://evil.example/oauth', exp: 1 }, 'The access token is not valid.'],
  ])('say why only to who holds one of ours: that it %s', async (_why, signing, claims, message) => {
    const { authenticator, ...tokens } = accessTokens();
    const token = await make({ key: signing, claims });
    await expect(tokens.find(token, 'api')).rejects.toMatchObject({ code: 'UNAUTHORIZED', message });
    await expect(authenticator.find(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED', message });
  });

  test('that another has signed are refused', async () => {
    const { d: _private, ...rest } = key;
    const kid = await calculateJwkThumbprint(rest);
    const token = await make({ key: foreign, header: { kid } });
    expect(await codeOf(accessTokens().find(token, 'api'))).toBe('UNAUTHORIZED');
  });

  test('end while they are remembered', async () => {
    const { authenticator, ...tokens } = accessTokens();
    const token = await make({ key });
    expect(await authenticator.find(token)).toBeDefined();
    service.setClock(new Date(Date.now() + 901_000));
    expect(await codeOf(authenticator.find(token))).toBe('UNAUTHORIZED');
    expect(await codeOf(tokens.find(token, 'api'))).toBe('UNAUTHORIZED');
  });

  test('of a consent end with it, though they would last longer', async () => {
    const { db } = service.deps;
    const params = { partner_id: partnerId };
    const body = { email: 'grant@example.com', name: 'Ada', role: 'owner' };
    const { id: userId } = await service.run(service.admin, createUser, { params, input: body });
    const ends = new Date(Date.now() + 60_000);
    const payload = service.deps.secrets.seal('{}');
    const grant = { kind: 'Grant', id: 'grant', grantId: null, uid: null, userId, clientId, payload };
    await saveRecordRow(db, new Date(), { ...grant, expiresAt: ends });
    const token = await make({ key, claims: { sub: `user_${userId}`, gid: 'grant' } });
    const [tokens, others] = [accessTokens(), accessTokens()];
    expect(await codeOf(tokens.find(token, 'api'))).toBe('none');
    expect(await tokens.authenticator.find(token)).toBeDefined();
    service.setClock(new Date(ends.getTime() + 1_000));
    for (const each of [tokens, others]) {
      expect(await codeOf(each.find(token, 'api'))).toBe('UNAUTHORIZED');
      expect(await codeOf(each.authenticator.find(token))).toBe('UNAUTHORIZED');
    }
  });

  test('without the scope are refused by the REST API as what they are', async () => {
    const { authenticator } = accessTokens();
    expect(await codeOf(authenticator.find(await make({ key, claims: { scope: '' } })))).toBe('FORBIDDEN');
  });
});

function notThere(response: ServerResponse): void {
  response.writeHead(404).end();
}

/** Sends data until the client disconnects. */
function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, ' ');
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}

describe('tokens of an issuer elsewhere', () => {
  const key = createKey();
  let server: Server;
  let issuer: string;
  let jwksRequests = 0;
  let isAway = false;
  /** The response at the first location of the metadata. */
  let firstPlace: (response: ServerResponse) => void = notThere;
  /** The response in place of the keys. */
  let instead: ((response: ServerResponse) => void) | undefined;

  beforeAll(async () => {
    const { d: _private, ...rest } = key;
    server = createServer((request, response) => {
      if (isAway) return void response.writeHead(503).end();
      if (request.url === '/.well-known/oauth-authorization-server') return firstPlace(response);
      const answers: Record<string, object> = {
        '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
        '/keys': { keys: [{ ...rest, kid: 'theirs', alg: 'ES256', use: 'sig' }] },
      };
      if (request.url === '/keys') jwksRequests += 1;
      if (request.url === '/keys' && instead) return instead(response);
      const answer = answers[request.url ?? ''];
      response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  async function make(claims: JWTPayload, kid = 'theirs'): Promise<string> {
    return new SignJWT({
      iss: issuer,
      aud: [resources.api.url, resources.mcp.url],
      sub: 'auth0|1',
      azp: 'their-client',
      scope: 'openid api',
      exp: Math.floor(Date.now() / 1000) + 900,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(await importJWK({ ...key, alg: 'ES256' }));
  }

  function accessTokens(userClaim = 'email') {
    return createAccessTokens({
      verifier: externalTokenVerifier({ issuer, jwksUrl: undefined }),
      claims: readExternalClaims(userClaim, 'console'),
      resources,
      deps: service.deps,
    });
  }

  async function newUser(input: object): Promise<number> {
    const params = { partner_id: partnerId };
    const body = { email: `ada-${Math.random()}@example.com`, name: 'Ada', role: 'analyst', ...input };
    return (await service.run(service.admin, createUser, { params, input: body })).id;
  }

  test('stand for the user with the verified address, in the role that we know', async () => {
    const id = await newUser({ email: 'ada@example.com' });
    const token = await make({ email: 'Ada@Example.com', email_verified: true });
    const tokens = accessTokens();
    const grant = await tokens.find(token, 'mcp');
    expect(grant).toMatchObject({
      actor: { kind: 'user', userId: id, partnerId, role: 'analyst' },
      subject: 'auth0|1',
      clientId: 'their-client',
      scopes: new Set(['openid', 'api']),
    });
    const before = jwksRequests;
    await tokens.find(await make({ email: 'ada@example.com', email_verified: true, jti: '2' }), 'api');
    expect(jwksRequests).toBe(before);
    const change = { params: { partner_id: partnerId, user_id: id }, input: { status: 'disabled' } };
    await service.run(service.admin, updateUser, change);
    // As the request counter does when it finds that the cached grant is stale.
    tokens.forget(token);
    expect(await codeOf(tokens.find(token, 'mcp'))).toBe('UNAUTHORIZED');
  });

  test('stand for the user with that subject, where the claim is another', async () => {
    const id = await newUser({ external_subject: 'auth0|7' });
    const grant = await accessTokens('sub').find(await make({ sub: 'auth0|7' }), 'api');
    expect(grant.actor).toMatchObject({ kind: 'user', userId: id });
  });

  test('are the console’s only where it asked for them', async () => {
    await newUser({ external_subject: 'auth0|console' });
    const consoleOf = async (azp: string) => {
      const { actor } = await accessTokens('sub').find(await make({ sub: 'auth0|console', azp }), 'api');
      return actor.kind === 'user' ? actor.console : null;
    };
    expect(await consoleOf('console')).toEqual({ grantId: null });
    expect(await consoleOf('their-client')).toBeUndefined();
  });

  test('count by person where the console asked for them, and with the plan where another program did', async () => {
    await newUser({ external_subject: 'auth0|9' });
    const tokens = accessTokens('sub');
    const limitsOf = async (azp: string) => (await tokens.find(await make({ sub: 'auth0|9', azp }), 'api')).limits;
    const [atConsole, elsewhere] = [await limitsOf('console'), await limitsOf('their-client')];
    expect(atConsole.limits.map(({ name }) => name)).toEqual(['person', 'people-day']);
    expect(elsewhere.limits.map(({ name }) => name)).toEqual(['plan', 'plan-day']);
    expect(atConsole.id).not.toBe(elsewhere.id);
  });

  test('may have their scopes as a list', async () => {
    await newUser({ external_subject: 'okta|1' });
    const token = await make({ sub: 'okta|1', scope: undefined, scp: ['api'] });
    expect((await accessTokens('sub').find(token, 'api')).scopes).toEqual(new Set(['api']));
  });

  test.each<[string, JWTPayload]>([
    ['an address that the issuer has not verified', { email: 'eve@example.com', email_verified: false }],
    ['an address of nobody', { email: 'nobody@example.com', email_verified: true }],
    ['no address', {}],
    [
      'an address whose small letters would be those of another',
      { email: 'm\u212ae@example.com', email_verified: true },
    ],
    ['an address that no database keeps', { email: 'eve@example.com\0', email_verified: true }],
    ['a subject that no database keeps', { sub: '\0', email: 'eve@example.com', email_verified: true }],
    ['another audience', { email: 'eve@example.com', email_verified: true, aud: 'their-client' }],
    ['another issuer', { email: 'eve@example.com', email_verified: true, iss: 'https://evil.example' }],
    ['an end that has passed', { email: 'eve@example.com', email_verified: true, exp: 1 }],
  ])('with %s are refused', async (_what, claims) => {
    for (const email of ['eve@example.com', 'mke@example.com']) await newUser({ email }).catch(() => undefined);
    expect(await codeOf(accessTokens().find(await make(claims), 'api'))).toBe('UNAUTHORIZED');
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['closes the connection', (response) => response.destroy()],
    ['never ends', endless],
    ['leads elsewhere', (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
    ['is no JSON', (response) => response.end('<html>')],
  ])('are checked with the second place of the metadata where the first %s', async (_what, answer) => {
    const subject = `second-${Math.random()}`;
    await newUser({ external_subject: subject });
    firstPlace = answer;
    const token = await make({ sub: subject });
    expect((await accessTokens('sub').find(token, 'api')).subject).toBe(subject);
    firstPlace = notThere;
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['cannot be had', (response) => response.writeHead(503).end()],
    ['are nowhere', notThere],
    ['are elsewhere', (response) => response.writeHead(302, { Location: `${issuer}/others` }).end()],
    ['are no JSON', (response) => response.end('<html>')],
    ['are no set', (response) => response.end('[]')],
    ['break off', (response) => void response.write('{"keys":', () => response.destroy())],
    ['never end', endless],
  ])('cannot be checked while the keys %s, and can once they are there', async (_what, answer) => {
    const subject = `keys-${Math.random()}`;
    await newUser({ external_subject: subject });
    const tokens = accessTokens('sub');
    const token = await make({ sub: subject });
    instead = answer;
    expect(await codeOf(tokens.find(token, 'api'))).toBe('SERVICE_UNAVAILABLE');
    instead = undefined;
    expect((await tokens.find(token, 'api')).subject).toBe(subject);
  });

  test('are checked with the last keys for an hour while the issuer is away', async () => {
    const { verify } = externalTokenVerifier({ issuer, jwksUrl: undefined });
    const from = new Date();
    let passedMs = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => from.getTime() + passedMs);
    const known = await make({});
    const unknown = await make({}, 'newer');
    expect(await verify(known, from)).toMatchObject({ sub: 'auth0|1' });
    expect(await verify(unknown, from)).toBeUndefined();
    instead = (response) => response.writeHead(503).end();
    const before = jwksRequests;
    for (let round = 0; round < 5; round += 1) {
      passedMs += 11 * MINUTE_MS;
      for (let call = 0; call < 3; call += 1) expect(await verify(known, from)).toMatchObject({ sub: 'auth0|1' });
    }
    expect(jwksRequests - before).toBe(5);
    // The issuer may have that key by now.
    await expect(verify(unknown, from)).rejects.toThrow('cannot be had');
    passedMs += 11 * MINUTE_MS;
    await expect(verify(known, from)).rejects.toThrow('cannot be had');
    instead = undefined;
    expect(await verify(known, from)).toMatchObject({ sub: 'auth0|1' });
    expect(await verify(unknown, from)).toBeUndefined();
    clock.mockRestore();
  });

  test('cannot be checked while the issuer is away, and can again when it is back', async () => {
    await newUser({ external_subject: 'back' });
    const tokens = accessTokens('sub');
    const token = await make({ sub: 'back' });
    isAway = true;
    expect(await codeOf(tokens.find(token, 'api'))).toBe('SERVICE_UNAVAILABLE');
    isAway = false;
    expect((await tokens.find(token, 'api')).subject).toBe('back');
  });
});

describe('claims of an external issuer', () => {
  const read = readExternalClaims('email', 'console');
  const claims = { sub: 'a', aud: 'api', exp: 1, email: 'ann@example.com', email_verified: true };

  test.each([[{ id: 'a' }], [['a']], [5], [null], [true]])('identify nobody where the subject is %j', (sub) => {
    expect(read({ ...claims, sub: sub as unknown as string })).toBeUndefined();
  });

  test('may name an end that no date has', () => {
    expect(read({ ...claims, exp: Number.MAX_SAFE_INTEGER })?.expiresAt).toEqual(new Date('9999-12-31T23:59:59Z'));
  });
});
