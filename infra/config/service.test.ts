import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { SECRETS, SettingsError } from './environment.ts';
import { loadServiceConfig, loadSetupConfig } from './service.ts';

const REQUIRED = {
  DATABASE_URL: 'postgres://x',
  TEMPORAL_ADDRESS: 'x:1',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const SANDBOX = { SANDBOX_AI_BASE_URL: 'http://sandbox/v1' };

const aiOf = (variables: Record<string, string>) => loadServiceConfig({ ...REQUIRED, ...variables }).ai;

describe('the database', () => {
  test('is reached directly where the pool goes through a pooler', () => {
    const databaseOf = (variables: Record<string, string>) => loadSetupConfig({ ...REQUIRED, ...variables }).database;
    expect(databaseOf({})).toMatchObject({ url: 'postgres://x', directUrl: 'postgres://x' });
    expect(databaseOf({ DATABASE_DIRECT_URL: '' })).toMatchObject({ directUrl: 'postgres://x' });
    const behindPooler = databaseOf({ DATABASE_DIRECT_URL: 'postgres://direct' });
    expect(behindPooler).toMatchObject({ url: 'postgres://x', directUrl: 'postgres://direct' });
  });
});

test('a text that is no number is named as it was written', () => {
  expect(() => loadServiceConfig({ ...REQUIRED, ...SANDBOX, PORT: 'http', AI_CONCURRENCY: '2.5' })).toThrow(
    /^The environment is not right:\n {2}PORT: must be a number, not "http"\n {2}AI_CONCURRENCY: must be a whole number, not "2\.5"$/,
  );
});

describe('secrets', () => {
  test('of SECRETS_KEY there are several during a change, of which the first encrypts and signs', () => {
    const [first, second] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const { secretsKeys, oauth } = loadSetupConfig({ ...REQUIRED, SECRETS_KEY: `${first}, ${second}` });
    expect(secretsKeys).toEqual([Buffer.alloc(32, 7), Buffer.alloc(32, 8)]);
    const alone = [first, second].map((SECRETS_KEY) => loadSetupConfig({ ...REQUIRED, SECRETS_KEY }).oauth);
    expect(oauth).toEqual({
      issuer: 'own',
      keys: alone.flatMap((each) => (each.issuer === 'own' ? each.keys : [])),
      cookieKeys: alone.flatMap((each) => (each.issuer === 'own' ? each.cookieKeys : [])),
    });
    for (const bad of [`${first},AAAA`, `AAAA,${first}`, ','])
      expect(() => loadSetupConfig({ ...REQUIRED, SECRETS_KEY: bad })).toThrow(/SECRETS_KEY/);
  });

  const LIKE_A_SECRET = /(?:_KEYS?|_SECRET|_TOKEN|_PASSWORD)$/;

  test('may stand in files, as orchestrators mount them', () =>
    withFolder(async (folder) => {
      const file = path.join(folder, 'secret');
      writeFileSync(file, `${REQUIRED.SECRETS_KEY}\n`);
      const { SECRETS_KEY: _inline, ...others } = REQUIRED;
      const { secretsKeys } = loadSetupConfig({ ...others, SECRETS_KEY_FILE: file });
      expect(secretsKeys).toEqual([Buffer.alloc(32, 7)]);
      expect(() => loadSetupConfig({ ...REQUIRED, SECRETS_KEY_FILE: file })).toThrow(/SECRETS_KEY_FILE are both set/);
      expect(() => loadSetupConfig({ ...others, SECRETS_KEY_FILE: `${file}-2` })).toThrow(/SECRETS_KEY_FILE: .*ENOENT/);
      writeFileSync(file, '\n');
      expect(() => loadSetupConfig({ ...others, SECRETS_KEY_FILE: file })).toThrow(/SECRETS_KEY_FILE: .* is empty/);
      writeFileSync(file, 'sk-of-a-file');
      expect(aiOf({ OPENAI_API_KEY_FILE: file }).provider.apiKey).toBe('sk-of-a-file');
    }));

  test('are all known by name', () => {
    const table = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const documented = [...table.matchAll(/^\| (.+?) +\|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    const secret = documented.filter((name) => LIKE_A_SECRET.test(name));
    expect(SECRETS).toEqual(expect.arrayContaining(secret));
    expect(documented).toEqual(expect.arrayContaining([...SECRETS]));
  });
});

describe('embeddings', () => {
  const modelsOf = (variables: Record<string, string>) => {
    const { provider, sandbox } = aiOf({ ...SANDBOX, OPENAI_API_KEY: 'sk', ...variables });
    return [provider.embeddings, sandbox?.embeddings];
  };

  test('are switched off unless a model is named; the sandbox AI has its own', () => {
    expect(modelsOf({})).toEqual([undefined, undefined]);
    expect(modelsOf({ EMBEDDINGS_MODEL: '' })).toEqual([undefined, undefined]);
    expect(modelsOf({ EMBEDDINGS_MODEL: 'ours', EMBEDDINGS_DIMENSIONS: '768' })).toEqual([
      { name: 'ours', dimensions: 768, inputs: {}, batchSize: 100, answerSimilarity: 0.52 },
      { name: 'marketwright-sandbox-embeddings', dimensions: 768, inputs: {}, batchSize: 100, answerSimilarity: 0.49 },
    ]);
    expect(modelsOf({ EMBEDDINGS_MODEL: 'ours', EMBEDDINGS_ANSWER_SIMILARITY: '0.3' })[0]).toEqual({
      name: 'ours',
      dimensions: 512,
      inputs: {},
      batchSize: 100,
      answerSimilarity: 0.3,
    });
  });

  test('are sent as the model wants them, by live keys alone', () => {
    const prefixes = { EMBEDDINGS_QUERY_PREFIX: 'query: ', EMBEDDINGS_PASSAGE_PREFIX: 'passage: ' };
    const [live, sandbox] = modelsOf({ EMBEDDINGS_MODEL: 'ours', ...prefixes, EMBEDDINGS_PASSAGE_TYPE: 'document' });
    expect(live?.inputs).toEqual({ query: { prefix: 'query: ' }, passage: { prefix: 'passage: ', type: 'document' } });
    expect(sandbox?.inputs).toEqual({});
  });

  test('may be made elsewhere; the key of the AI provider is not sent there', () => {
    const model = { EMBEDDINGS_MODEL: 'ours' };
    const elsewhere = { ...model, EMBEDDINGS_BASE_URL: 'http://embeddings:8000/v1/' };
    const endpointOf = (variables: Record<string, string>) => aiOf({ ...SANDBOX, ...variables }).provider.embeddingsAt;
    expect(endpointOf({ OPENAI_API_KEY: 'sk', ...model })).toBeUndefined();
    expect(endpointOf({ OPENAI_API_KEY: 'sk', ...elsewhere })).toEqual({ baseUrl: 'http://embeddings:8000/v1' });
    expect(endpointOf({ OPENAI_API_KEY: 'sk', ...elsewhere, EMBEDDINGS_API_KEY: 'own' })).toEqual({
      baseUrl: 'http://embeddings:8000/v1',
      apiKey: 'own',
    });
    expect(endpointOf({ OPENAI_API_KEY: 'sk', ...model, EMBEDDINGS_API_KEY: 'own' })).toEqual({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'own',
    });
    const besideSandbox = aiOf({ ...SANDBOX, AI_PROVIDER: 'sandbox', ...elsewhere });
    expect(besideSandbox.provider).toMatchObject({ model: 'marketwright-sandbox', embeddings: { name: 'ours' } });
    expect(besideSandbox.sandbox).toMatchObject({ embeddings: { name: 'marketwright-sandbox-embeddings' } });
    expect(besideSandbox.sandbox?.embeddingsAt).toBeUndefined();
  });

  test.each(['63', '1537', '512.5', 'many'])('cannot have %s numbers', (EMBEDDINGS_DIMENSIONS) => {
    expect(() => modelsOf({ EMBEDDINGS_MODEL: 'ours', EMBEDDINGS_DIMENSIONS })).toThrow(/EMBEDDINGS_DIMENSIONS/);
  });
});

describe('Temporal', () => {
  const temporalOf = (variables: Record<string, string>) => loadSetupConfig({ ...REQUIRED, ...variables }).temporal;

  test('is reached with TLS where that is set, or a file for it is named', () =>
    withFolder(async (folder) => {
      const pem = path.join(folder, 'file.pem');
      writeFileSync(pem, '-----BEGIN CERTIFICATE-----\n');
      expect(temporalOf({}).tls).toBe(false);
      expect(temporalOf({ TEMPORAL_TLS: 'true' }).tls).toEqual({});
      expect(temporalOf({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: pem, TEMPORAL_TLS_SERVER_NAME: 'temporal' }).tls).toEqual({
        serverRootCACertificate: readFileSync(pem),
        serverNameOverride: 'temporal',
      });
      const pair = { TEMPORAL_TLS_CLIENT_CERT_PATH: pem, TEMPORAL_TLS_CLIENT_KEY_PATH: pem };
      expect(temporalOf(pair).tls).toEqual({ clientCertPair: { crt: readFileSync(pem), key: readFileSync(pem) } });
    }));

  test('gets an API key over TLS, unless that is switched off', () => {
    const key = { TEMPORAL_API_KEY: 'secret' };
    expect(temporalOf(key)).toMatchObject({ tls: {}, apiKey: 'secret' });
    expect(temporalOf({ ...key, TEMPORAL_TLS: '' }).tls).toEqual({});
    for (const off of ['false', '0', 'no']) expect(temporalOf({ ...key, TEMPORAL_TLS: off }).tls).toBe(false);
  });

  test('is never reached without a certificate that was meant to be used', () =>
    withFolder(async (folder) => {
      const file = path.join(folder, 'file.pem');
      writeFileSync(file, 'no certificate');
      expect(() => temporalOf({ TEMPORAL_TLS_CLIENT_KEY_PATH: file })).toThrow(/needs both/);
      expect(() => temporalOf({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: file })).toThrow(/is no PEM file/);
      expect(() => temporalOf({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: `${file}-2` })).toThrow(/ENOENT/);
    }));
});

describe('the cost of passwords', () => {
  const logNOf = (variables: Record<string, string>) => loadSetupConfig({ ...REQUIRED, ...variables }).passwordLogN;

  test('is the safe minimum, or more', () => {
    expect(logNOf({})).toBe(15);
    expect(logNOf({ PASSWORD_COST_LOG2: '17' })).toBe(17);
    expect(() => logNOf({ PASSWORD_COST_LOG2: '21' })).toThrow(/PASSWORD_COST_LOG2/);
  });

  test('is less only where nobody else reaches the service', () => {
    const weak = { PASSWORD_COST_LOG2: '10' };
    expect(logNOf({ ...weak, HOST: '127.0.0.1' })).toBe(10);
    expect(logNOf({ ...weak, HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:8080' })).toBe(10);
    const reachableOnes: Record<string, string>[] = [
      {},
      { HOST: '10.0.0.7' },
      { HOST: '127.0.0.1', PUBLIC_URL: 'https://example.com' },
    ];
    for (const reachable of reachableOnes) {
      expect(() => logNOf({ ...weak, ...reachable })).toThrow(/PASSWORD_COST_LOG2.*loopback/);
    }
    expect(() => logNOf({ PASSWORD_COST_LOG2: '9', HOST: '127.0.0.1' })).toThrow(/PASSWORD_COST_LOG2/);
  });
});

test('requests wait a minute at the most, or less', () => {
  const longestWaitMs = (variables: Record<string, string>) =>
    loadSetupConfig({ ...REQUIRED, ...variables }).http.longestWaitMs;
  expect(longestWaitMs({})).toBe(60_000);
  expect(longestWaitMs({ REQUEST_WAIT_SECONDS: '20' })).toBe(20_000);
  expect(() => longestWaitMs({ REQUEST_WAIT_SECONDS: '61' })).toThrow(SettingsError);
});

test('the credentials of event streams are checked each half minute, or as the operator chose', () => {
  const recheckMs = (variables: Record<string, string>) =>
    loadSetupConfig({ ...REQUIRED, ...variables }).http.streamRecheckMs;
  expect(recheckMs({})).toBe(30_000);
  expect(recheckMs({ STREAM_RECHECK_SECONDS: '1' })).toBe(1_000);
  for (const refused of ['0', '61']) {
    expect(() => recheckMs({ STREAM_RECHECK_SECONDS: refused })).toThrow(SettingsError);
  }
});

describe('the AI provider', () => {
  test('is named by a key, by an address that needs none, or by both', () => {
    expect(aiOf({ OPENAI_API_KEY: 'sk' }).provider).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk',
      model: 'gpt-5-mini',
    });
    expect(aiOf({ OPENAI_BASE_URL: 'http://ours/v1', AI_MODEL: 'ours' }).provider).toMatchObject({
      baseUrl: 'http://ours/v1',
      apiKey: undefined,
      model: 'ours',
    });
    expect(aiOf({ OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: 'http://ours/v1' }).provider).toMatchObject({
      baseUrl: 'http://ours/v1',
      apiKey: 'sk',
    });
  });

  test('has models by task, a temperature, a way to be asked for objects, and prices', () => {
    const { provider, prices } = aiOf({
      OPENAI_BASE_URL: 'http://ours/v1/',
      AI_MODEL_PLAN: 'planner',
      AI_TEMPERATURE: '0.5',
      AI_STRUCTURED: 'words',
    });
    expect(provider).toMatchObject({
      baseUrl: 'http://ours/v1',
      models: { plan: 'planner' },
      temperature: 0.5,
      structured: 'words',
    });
    expect(prices['gpt-5-mini']).toEqual({ input: '0.25', output: '2' });
    expect(aiOf({ OPENAI_API_KEY: 'sk', AI_TEMPERATURE: 'omit' }).provider.temperature).toBe('omit');
    expect(() => aiOf({ OPENAI_API_KEY: 'sk', AI_TEMPERATURE: 'warm' })).toThrow(/AI_TEMPERATURE/);
    expect(() => aiOf({ OPENAI_API_KEY: 'sk', AI_STRUCTURED: 'xml' })).toThrow(/AI_STRUCTURED/);
  });

  test('has prices of a file, which go before the list prices', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'prices-'));
    const file = path.join(folder, 'prices.json');
    const withFile = (content: string) => {
      writeFileSync(file, content);
      return aiOf({ OPENAI_API_KEY: 'sk', AI_PRICES_FILE: file }).prices;
    };
    const known = withFile('{"gpt-5-mini": {"input": "1", "output": "2.5"}, "ours": {"input": "0", "output": "0"}}');
    expect(known).toMatchObject({ 'gpt-5-mini': { input: '1' }, ours: { output: '0' }, 'gpt-5': { input: '1.25' } });
    expect(() => withFile('{"ours": {"input": 0.1}}')).toThrow(/AI_PRICES_FILE.*US dollars/);
    expect(() => withFile('nothing')).toThrow(SettingsError);
    rmSync(folder, { recursive: true });
  });

  test('is the sandbox AI only where that is said, and no provider is named', () => {
    const { provider, sandbox } = aiOf({ ...SANDBOX, AI_PROVIDER: 'sandbox' });
    expect(provider).toBe(sandbox);
    expect(provider.baseUrl).toBe('http://sandbox/v1');
    expect(aiOf({ ...SANDBOX, AI_PROVIDER: 'sandbox', OPENAI_API_KEY: 'sk' }).provider.apiKey).toBe('sk');
  });

  test.each([
    ['nothing', {}, /OPENAI_API_KEY.*OPENAI_BASE_URL.*AI_PROVIDER=sandbox/],
    ['empty variables', { OPENAI_API_KEY: '', OPENAI_BASE_URL: '', AI_PROVIDER: '' }, /OPENAI_API_KEY/],
    ['the address of the sandbox AI alone', SANDBOX, /AI_PROVIDER=sandbox/],
    ['the sandbox AI without its address', { AI_PROVIDER: 'sandbox' }, /set SANDBOX_AI_BASE_URL/],
    ['another word', { AI_PROVIDER: 'canned', OPENAI_API_KEY: 'sk' }, /AI_PROVIDER: can only be `sandbox`/],
  ])('is missing with %s', (_what, variables, message) => {
    expect(() => aiOf(variables)).toThrow(SettingsError);
    expect(() => aiOf(variables)).toThrow(message);
  });

  test('of sandbox keys is the sandbox AI or none', () => {
    expect(aiOf({ OPENAI_API_KEY: 'sk' }).sandbox).toBeUndefined();
    expect(aiOf({ ...SANDBOX, OPENAI_API_KEY: 'sk' }).sandbox?.baseUrl).toBe('http://sandbox/v1');
  });

  test('and secrets of payment pages are not asked for by a release step, which has none of them', () => {
    const pages = {
      PAYMENT_LINK_TEMPLATE: 'https://shop.example.com/pay?{query}',
      STRIPE_SECRET_KEY: 'sk_test_12345678',
    };
    expect(() => loadServiceConfig({ ...REQUIRED, OPENAI_API_KEY: 'sk', ...pages })).toThrow(/_WEBHOOK_SECRET/);
    expect(loadSetupConfig({ ...REQUIRED, ...pages }).payments.pageTemplate).toBe(pages.PAYMENT_LINK_TEMPLATE);
  });

  test('is not asked for by a release step', () => {
    expect(loadSetupConfig(REQUIRED).database.url).toBe('postgres://x');
  });
});
