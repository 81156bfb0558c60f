import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { TRY_LISTINGS } from '../../sandbox/marketplace/catalogue/index.ts';
import { withFolder } from '../../test/environment/folder.ts';
import { loadLocalConfig } from '../config/local.ts';
import { partsToRun, serviceEnvironment, urlsOf } from './layout.ts';
import { isAlive } from './processes.ts';
import { type Stack, startStack } from './stack.ts';
import { temporaryConfig } from './stack-options.ts';
import { statePaths } from './state.ts';

jest.setTimeout(60_000);

describe('a stack of PostgreSQL and Temporal', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startStack({ parts: ['postgres', 'temporal'] });
  });

  afterAll(async () => {
    await stack.stop();
  });

  async function query(text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: stack.urls.databaseUrl });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function withTemporal<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const connection = await Connection.connect({ address: stack.urls.temporalAddress ?? '' });
    try {
      return await work(new Client({ connection }));
    } finally {
      await connection.close();
    }
  }

  async function processTable(): Promise<unknown> {
    return JSON.parse(await readFile(path.join(stack.dataDir, 'processes.json'), 'utf8'));
  }

  test('PostgreSQL is UTF-8 with a locale that is the same everywhere', async () => {
    const found = await query(
      'SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider, datlocale FROM pg_database WHERE datname = current_database()',
    );
    expect(found).toEqual([{ encoding: 'UTF8', datlocprovider: 'b', datlocale: 'C.UTF-8' }]);
  });

  test('PostgreSQL killed in the middle of work comes back on its port with what was committed', async () => {
    await query('CREATE TABLE kept (id integer PRIMARY KEY)');
    await query('INSERT INTO kept SELECT generate_series(1, 1000)');
    const client = new pg.Client({ connectionString: stack.urls.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    const busy = client.query('SELECT pg_sleep(30)').then(
      () => 'answered',
      () => 'cut off',
    );
    const killed = stack.pid('postgres');
    await stack.kill('postgres', 'SIGKILL');
    await stack.ready('postgres');
    expect(await busy).toBe('cut off');
    expect(stack.pid('postgres')).not.toBe(killed);
    expect(await processTable()).toEqual({ postgres: stack.pid('postgres'), temporal: stack.pid('temporal') });
    expect(await query('SELECT count(*)::int AS count FROM kept')).toEqual([{ count: 1000 }]);
  });

  test('Temporal killed comes back on its port with its workflows, attributes and retention', async () => {
    await withTemporal((client) => client.workflow.start('any', { taskQueue: 'none', workflowId: 'kept' }));
    await stack.kill('temporal', 'SIGKILL');
    await stack.ready('temporal');
    await withTemporal(async (client) => {
      expect((await client.workflow.getHandle('kept').describe()).status.name).toBe('RUNNING');
      const { config } = await client.workflowService.describeNamespace({ namespace: 'default' });
      expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 24 * 60 * 60);
      expect(Object.values(config?.customSearchAttributeAliases ?? {}).sort()).toEqual([
        'MwCapability',
        'MwPartnerId',
        'MwResourceId',
      ]);
    });
  });

  test('a paused part stays down until it is started', async () => {
    await stack.pause('postgres');
    expect(stack.pid('postgres')).toBeUndefined();
    await expect(query('SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
    await stack.start('postgres');
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('the sandbox marketplace killed comes back on its port with its pages', async () => {
    const brief = await startStack({ parts: ['sandboxMarketplace'] });
    try {
      const page = `${brief.urls.marketplaceUrl}/marketplace/pp/${TRY_LISTINGS.listing_ids[0]}`;
      expect(brief.environment.MARKETPLACE_BASE_URL).toBe(brief.urls.marketplaceUrl);
      expect((await fetch(page)).status).toBe(200);
      await brief.kill('sandbox_marketplace', 'SIGKILL');
      await brief.ready('sandbox_marketplace');
      expect((await fetch(page)).status).toBe(200);
    } finally {
      await brief.stop();
    }
  });

  test('no sandbox marketplace is started beside one that runs elsewhere', async () => {
    const config = { ...temporaryConfig('.data'), marketplaceUrl: 'https://marketplace.example' };
    const run = partsToRun(config, ['sandboxMarketplace']);
    expect(run.size).toBe(0);
    expect(urlsOf(config, run, config.ports, undefined).marketplaceUrl).toBe('https://marketplace.example');
  });

  test('the sandbox AI writes for everybody only where no provider is named', () => {
    const environmentWith = (namesAiProvider: boolean) => {
      const config = { ...temporaryConfig('.data'), namesAiProvider };
      const urls = urlsOf(config, partsToRun(config, ['sandboxAi']), config.ports, undefined);
      const secrets = { databasePassword: 'x', secretsKey: 'x' };
      return serviceEnvironment(config, urls, config.ports, secrets, statePaths('.data'));
    };
    expect(environmentWith(false)['AI_PROVIDER']).toBe('sandbox');
    expect(environmentWith(true)['AI_PROVIDER']).toBeUndefined();
    expect(environmentWith(true)['SANDBOX_AI_BASE_URL']).toBeDefined();
    expect(loadLocalConfig({}).namesAiProvider).toBe(false);
    expect(loadLocalConfig({ OPENAI_BASE_URL: 'http://ours/v1' }).namesAiProvider).toBe(true);
  });

  test('after a start that was given up, the next one has the folder', async () => {
    await withFolder(async (folder) => {
      const of = { config: temporaryConfig(folder), parts: ['postgres' as const] };
      await expect(startStack({ ...of, signal: AbortSignal.timeout(300) })).rejects.toThrow('aborted');
      const next = await startStack(of);
      expect(next.pid('postgres')).toBeGreaterThan(0);
      await next.stop();
    });
  });

  test('a data folder that cannot be is said with the name of its variable', async () => {
    await withFolder(async (folder) => {
      const file = path.join(folder, 'file');
      await writeFile(file, '');
      const start = (dataDir: string) => startStack({ config: temporaryConfig(dataDir), parts: [] });
      await expect(start(file)).rejects.toThrow(/^DATA_DIR: EEXIST: .*; name a folder that can be written\.$/);
      await expect(start(path.join(file, 'below'))).rejects.toThrow(/^DATA_DIR: ENOTDIR: /);
    });
  });

  test('stop leaves no process and no file', async () => {
    const brief = await startStack({ parts: ['postgres'] });
    const pid = brief.pid('postgres') ?? 0;
    await brief.stop();
    expect(await isAlive(pid)).toBe(false);
    expect(existsSync(brief.dataDir)).toBe(false);
  });
});
