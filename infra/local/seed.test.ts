import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { seed } from './seed.ts';
import { type StatePaths, statePaths } from './state.ts';

const places = { base_url: 'http://api/api/v1', temporal_address: 'temporal:7233', temporal_namespace: 'default' };

/** An API that knows partners and keys, and dies at a chosen call after having done what it asks. */
class FakeApi {
  readonly partners: { id: number; marketplace_customer_id: string; credit_balance: number }[] = [];
  readonly keys: { name: string; sandbox: boolean }[] = [];
  readonly users: { email: string; password: string }[] = [];
  readonly clients: string[] = [];
  readonly knownKeys = new Set(['adm_1']);
  dieAt: string | undefined;

  answer(method: string, url: string, authorization: string, body: Record<string, unknown>): [number, object] {
    const key = authorization.replace('Bearer ', '');
    if (!this.knownKeys.has(key)) return [401, {}];
    if (!key.startsWith('adm_')) return [403, {}];
    const place = url.replace(/\?.*/, '');
    const [partner] = this.partners;
    if (method === 'GET' && place === '/3pi-partners') {
      return [200, { data: url.includes('page=1') || !url.includes('?') ? this.partners : [] }];
    }
    if (method === 'POST' && place === '/3pi-partners') {
      const made = { id: 7, marketplace_customer_id: String(body['marketplace_customer_id']), credit_balance: 0 };
      this.partners.push(made);
      return [201, { data: made }];
    }
    if (!partner) return [404, {}];
    if (place.includes('/users')) return [method === 'POST' ? 201 : 200, this.answerOfUsers(method, body)];
    if (place.endsWith('/oauth-clients')) {
      this.clients.push(String(body['name']));
      return [201, { data: { id: `client_${this.clients.length}` }, client_secret: 'secret' }];
    }
    if (method === 'GET') return [200, { data: partner }];
    if (place.endsWith('/credits')) {
      partner.credit_balance += Number(body['amount']);
      return [201, { data: partner }];
    }
    this.keys.push({ name: String(body['name']), sandbox: body['sandbox'] === true });
    const plaintext = `vp3_${this.keys.length}`;
    this.knownKeys.add(plaintext);
    return [201, { data: {}, plaintext }];
  }

  answerOfUsers(method: string, body: Record<string, unknown>): object {
    if (method === 'GET') return { data: this.users.map((user, index) => ({ id: index + 1, attributes: user })) };
    if (method === 'POST') this.users.push({ email: String(body['email']), password: '' });
    const user = this.users[0];
    if (user) user.password = String(body['password']);
    return { data: {} };
  }
}

/** Runs a test against the fake API, with an administrator key made by an earlier start. */
async function withApi(work: (api: FakeApi, run: () => ReturnType<typeof seed>, paths: StatePaths) => Promise<void>) {
  await withFolder(async (folder) => {
    const paths = statePaths(folder);
    await mkdir(paths.logs);
    await writeFile(paths.seedProgress, JSON.stringify({ admin_key: 'adm_1' }));
    const api = new FakeApi();
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { method = '', url = '', headers } = request;
      const [status, answer] = api.answer(method, url, headers.authorization ?? '', JSON.parse(text || '{}'));
      if (`${method} ${url}` === api.dieAt) response.destroy();
      else response.writeHead(status).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { signal } = new AbortController();
    try {
      await work(
        api,
        () => seed({ paths, apiUrl, places, issuer: 'http://api/oauth', environment: {}, serves: undefined, signal }),
        paths,
      );
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
}

test('makes one partner with credits and two keys, and tells them only to the owner', () =>
  withApi(async (api, run, paths) => {
    const credentials = await run();
    expect(credentials).toEqual({
      ...places,
      admin_key: 'adm_1',
      partner_id: 7,
      api_key: 'vp3_1',
      sandbox_api_key: 'vp3_2',
      oauth: {
        issuer: 'http://api/oauth',
        token_endpoint: 'http://api/oauth/token',
        client_id: 'client_1',
        client_secret: 'secret',
        user_email: api.users[0]?.email,
        user_password: api.users[0]?.password,
      },
    });
    expect(JSON.parse(await readFile(paths.credentials, 'utf8'))).toEqual(credentials);
    expect((await stat(paths.credentials)).mode & 0o777).toBe(0o600);
    expect(existsSync(paths.seedProgress)).toBe(false);
    expect(api.partners[0]?.credit_balance).toBe(100_000);
    expect(api.keys.map(({ sandbox }) => sandbox)).toEqual([false, true]);
    expect(await run()).toEqual(credentials);
    expect(api.keys).toHaveLength(2);
  }));

test.each([
  'POST /3pi-partners',
  'POST /3pi-partners/7/credits',
  'POST /3pi-partners/7/keys',
  'POST /3pi-partners/7/users',
  'POST /3pi-partners/7/oauth-clients',
])('a crash in %s is made good by the next start, with one partner, one grant and one user', (call) =>
  withApi(async (api, run) => {
    api.dieAt = call;
    await expect(run()).rejects.toThrow();
    api.dieAt = undefined;
    expect(await run()).toMatchObject({ partner_id: 7 });
    expect(api.partners).toHaveLength(1);
    expect(api.partners[0]?.credit_balance).toBe(100_000);
    expect(api.users).toHaveLength(1);
  }),
);

test('keys that the database does not know any more are made anew', () =>
  withApi(async (api, run, paths) => {
    await run();
    api.knownKeys.delete('vp3_1');
    await writeFile(paths.seedProgress, JSON.stringify({ admin_key: 'adm_1' }));
    expect(await run()).toMatchObject({ partner_id: 7, api_key: 'vp3_3' });
    expect(api.partners).toHaveLength(1);
  }));
