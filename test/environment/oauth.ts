import { createHash, randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { z } from 'zod';
import { oauthClientResource } from '../../api/oauth/area.ts';
import { CONSOLE_CLIENT } from '../../api/oauth/console-client.ts';
import { one } from '../../api/resource.ts';
import { userResource } from '../../api/users/area.ts';
import type { Role } from '../../domain/kernel/permissions.ts';
import { Browser } from './browser.ts';
import { freshAddress, type Reply, read, send } from './http.ts';
import { requestAsAdmin } from './partners.ts';
import { runningStack } from './running-stack.ts';

/** A person with a password. */
export interface Person {
  id: number;
  email: string;
  password: string;
}

/** A program that may ask for tokens; without a secret it is a public one. */
export interface Program {
  clientId: string;
  secret: string | undefined;
  redirectUri: string;
}

const madeClient = z.object({ data: oauthClientResource.schema, client_secret: z.string() });
const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.string().optional(),
});

/** What the token endpoint answers with. */
export type Tokens = z.output<typeof tokens>;

/** The service's address as callers know it; ends in /api/v1. */
export function baseUrl(): string {
  return `${runningStack().origins[0]}/api/v1`;
}

/** Makes a user of the partner. */
export async function createUser(partnerId: number, role: Role = 'owner'): Promise<Person> {
  const email = `user-${randomBytes(6).toString('hex')}@example.com`;
  const password = randomBytes(12).toString('base64url');
  const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/users', {
    params: { partner_id: partnerId },
    body: { email, name: 'Test', role, password },
  });
  return { id: read(reply, one(userResource).schema).data.id, email, password };
}

/** Makes a confidential client of the partner. */
export async function createOauthClient(partnerId: number, settings: object = {}): Promise<Program> {
  const redirectUri = 'https://program.example/callback';
  const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/oauth-clients', {
    params: { partner_id: partnerId },
    body: { name: 'Test program', role: 'owner', redirect_uris: [redirectUri], ...settings },
  });
  const { data, client_secret: secret } = read(reply, madeClient);
  return { clientId: data.attributes.client_id, secret, redirectUri };
}

/** Registers a public client, as programs of people do. */
export async function registerClient(metadata: object = {}): Promise<Program> {
  const redirectUri = 'http://127.0.0.1:7777/callback';
  const reply = await register({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none', ...metadata });
  expect(reply.status).toBe(201);
  const { client_id: clientId } = z.object({ client_id: z.string() }).parse(reply.body);
  return { clientId, secret: undefined, redirectUri };
}

/** Sends a registration. */
export function register(metadata: unknown, address = freshAddress()): Promise<Reply> {
  return send('POST', '/oauth/reg', { key: null, body: metadata, address });
}

/** Sends a form to an endpoint of the authorization server, authenticated as the program. */
export function post(path: string, program: Program, form: Record<string, string>, process: 0 | 1 = 0): Promise<Reply> {
  const { clientId, secret } = program;
  const body = new URLSearchParams(secret === undefined ? { client_id: clientId, ...form } : form);
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
  return send('POST', `/oauth${path}`, {
    key: null,
    process,
    body: body.toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(secret !== undefined && { Authorization: `Basic ${basic}` }),
    },
  });
}

/** Asks the token endpoint. */
export function requestToken(program: Program, form: Record<string, string>, process: 0 | 1 = 0): Promise<Reply> {
  return post('/token', program, form, process);
}

/** The tokens of an answer. */
export function tokensOf(reply: Reply): Tokens {
  expect({ status: reply.status, text: reply.status === 200 ? '' : reply.text }).toEqual({ status: 200, text: '' });
  return tokens.parse(reply.body);
}

/** An access token of the program itself. */
export async function ownToken(program: Program, form: Record<string, string> = {}): Promise<string> {
  return tokensOf(await requestToken(program, { grant_type: 'client_credentials', ...form })).access_token;
}

/** The claims of a token, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** A request for authorization with what belongs to it. */
export interface AuthorizationRequest {
  query: Record<string, string>;
  verifier: string;
}

/** Makes a request for authorization; undefined in `query` leaves a parameter out. */
export function authorizationRequest(
  program: Program,
  query: Record<string, string | undefined> = {},
): AuthorizationRequest {
  const verifier = randomBytes(32).toString('base64url');
  const all = {
    client_id: program.clientId,
    response_type: 'code',
    redirect_uri: program.redirectUri,
    scope: 'api',
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...query,
  };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { query: Object.fromEntries(given), verifier };
}

/** Goes through sign-in and consent as far as they are asked for; returns the redirect that carries the outcome. */
export async function authorize(browser: Browser, person: Person, request: AuthorizationRequest): Promise<URL> {
  let page = await browser.get(`/oauth/auth?${new URLSearchParams(request.query)}`);
  for (let step = 0; step < 3 && page.status === 200; step += 1) {
    const isLogin = page.text.includes('type="password"');
    page = await browser.submit(page, isLogin ? { email: person.email, password: person.password } : {});
  }
  expect({ status: page.status, text: page.target ? '' : page.text }).toEqual({ status: 303, text: '' });
  return new URL(page.target ?? '');
}

/** The whole way of a person: sign-in, consent and the exchange of the code. */
export async function signIn(
  program: Program,
  person: Person,
  query: Record<string, string | undefined> = {},
  browser = new Browser(),
): Promise<Tokens> {
  const request = authorizationRequest(program, query);
  const outcome = await authorize(browser, person, request);
  return tokensOf(await exchange(program, request, outcome));
}

/** The console, as a program of people. */
export function consoleProgram(): Program {
  const redirectUri = `${runningStack().origins[0]}/console/callback`;
  return { clientId: CONSOLE_CLIENT.clientId, secret: undefined, redirectUri };
}

/** Signs a person in to the console. */
export function signInToConsole(person: Person, browser?: Browser): Promise<Tokens> {
  return signIn(consoleProgram(), person, { scope: CONSOLE_CLIENT.scope, resource: baseUrl() }, browser);
}

/** Exchanges the code of an outcome for tokens. */
export function exchange(
  program: Program,
  request: AuthorizationRequest,
  outcome: URL,
  form: Record<string, string> = {},
): Promise<Reply> {
  return requestToken(program, {
    grant_type: 'authorization_code',
    code: outcome.searchParams.get('code') ?? '',
    redirect_uri: program.redirectUri,
    code_verifier: request.verifier,
    ...form,
  });
}
