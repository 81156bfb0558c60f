import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { Route, RouteResponse } from '../../api/route.ts';
import { addDefaultAgents } from '../../domain/agents/default-agents.ts';
import { commitStatement } from '../../domain/commit-statement.ts';
import { capabilities } from '../../domain/features.ts';
import { type Call, systemCall } from '../../domain/kernel/call.ts';
import type { Command } from '../../domain/kernel/command.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { NO_INVOICING } from '../../domain/kernel/invoicing.ts';
import { invoke, type RawInput } from '../../domain/kernel/invoke.ts';
import { limitsOf } from '../../domain/kernel/limits.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import type { ErrorDetails } from '../../domain/kernel/problems.ts';
import { notifyInviter } from '../../domain/notifications/notify-inviter.ts';
import { notifyOfSecurityChange } from '../../domain/notifications/notify-of-security-change.ts';
import { createPartnerKey } from '../../domain/partner-keys/operations/create-key.ts';
import { keyFamilyOf } from '../../domain/partner-keys/rules.ts';
import type { PartnerKeyRow } from '../../domain/partner-keys/table.ts';
import { createPartner } from '../../domain/partners/operations/create-partner.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { billingCatalogue, DEFAULT_CATALOGUE } from '../../domain/payments/catalogue.ts';
import { fanOut } from '../../domain/subscribers.ts';
import * as tables from '../../domain/tables.ts';
import { createIds } from '../../infra/clock/ids.ts';
import { createBulkReads, createFairShare } from '../../infra/database/fair-share.ts';
import { retainedOf, tablesOf } from '../../infra/database/table.ts';
import { createTransactor } from '../../infra/database/transaction.ts';
import { createDocumentReader } from '../../infra/documents/reader.ts';
import { createGuardedClient } from '../../infra/http/guarded-client.ts';
import { createSender } from '../../infra/http/sender.ts';
import { createImageEncoder } from '../../infra/images/encoder.ts';
import { createMail } from '../../infra/mail/smtp.ts';
import { unconfiguredMarketplace } from '../../infra/marketplace/failures.ts';
import { createGateways } from '../../infra/payments/gateways.ts';
import { createSecretBox } from '../../infra/secrets/secret-box.ts';
import { startDatabase } from './start-database.ts';

/** A key, and a call that came with it. */
interface TestKey {
  key: PartnerKeyRow;
  plaintext: string | null;
  call: Call;
}

/** Operations, without HTTP. */
export interface TestOperations {
  deps: Deps;
  /** An administrator's call. */
  admin: Call;
  run<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
    call: Call,
    operation: Operation<Params, Input, Target, Output>,
    raw?: RawInput,
  ): Promise<Output>;
  createPartner(): Promise<Partner>;
  createKey(partner: Partner, settings?: object): Promise<TestKey>;
  /** A new partner with a key of these settings. */
  createCaller(settings?: object): Promise<TestKey & { partner: Partner }>;
}

/** Operations on a real, empty database. */
export interface TestService extends TestOperations {
  dataSource: DataSource;
  databaseUrl: string;
  /** What its secrets are sealed with, as `SECRETS_KEY` has it. */
  secretsKey: string;
  /** Runs a statement that makes much data over a connection without limits of time, which such data exceed on a busy machine. */
  fill(sql: string, parameters?: unknown[]): Promise<void>;
  /** Freezes the clock at this moment; undefined: it runs. */
  setClock(now: Date | undefined): void;
  stop(): Promise<void>;
}

/** Makes a database with the product's tables and connects. */
export async function startTestService(): Promise<TestService> {
  const database = await startDatabase({ poolSize: 10 });
  const { dataSource } = database;

  let fixedNow: Date | undefined;
  const clock = { now: () => fixedNow ?? new Date() };
  const ids = createIds();
  const notifications = { subscribe: () => () => undefined, notify: () => undefined };
  const transaction = createTransactor<Command>({
    dataSource,
    clock,
    ids,
    notify: notifications.notify,
    dispatch: () => undefined,
    fanOut,
    commitStatement,
    log: pino({ level: 'silent' }),
  });
  const documents = createDocumentReader();
  const images = createImageEncoder();
  const secretsKey = randomBytes(32);
  const deps: Deps = {
    transaction,
    db: dataSource.manager,
    fairShare: createFairShare(10, { db: dataSource.manager, transaction }),
    bulkReads: createBulkReads(10, dataSource.manager),
    clock,
    ids,
    ai: noAi,
    notifications,
    instance: () => null,
    longestWaitMs: 60_000,
    stopping: new AbortController().signal,
    secrets: createSecretBox([secretsKey]),
    passwordLogN: 10,
    identity: { issuer: 'own', publicUrl: 'https://api.example' },
    sender: createSender(createGuardedClient({ allowHttp: true, allowedNetworks: ['127.0.0.0/8'], proxy: undefined })),
    mail: createMail(undefined, 'http://localhost'),
    marketplace: unconfiguredMarketplace,
    documents,
    images,
    gateways: createGateways({ stripe: [], generic: [] }),
    paymentPages: null,
    billing: billingCatalogue.parse(DEFAULT_CATALOGUE),
    invoicing: NO_INVOICING,
    billingGraceHours: 24,
    paymentTermsDays: 30,
    runsUrl: null,
    retained: retainedOf(tablesOf(tables), {}),
    limits: limitsOf({}),
    meters: {
      analysisEnded: () => undefined,
      deliveryAttempted: () => undefined,
      paymentEvent: () => undefined,
      queryEmbedded: () => undefined,
    },
    onPartnerCreated: [addDefaultAgents],
    onInvitationAccepted: [notifyInviter],
    onSecurityChange: [notifyOfSecurityChange],
    capabilities,
  };
  return {
    ...testOperations(deps),
    dataSource,
    databaseUrl: database.url,
    secretsKey: secretsKey.toString('base64'),
    async fill(sql, parameters) {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        await client.query(sql, parameters);
      } finally {
        await client.end();
      }
    },
    setClock(now) {
      fixedNow = now;
    },
    async stop() {
      await documents.close();
      await images.close();
      await database.stop();
    },
  };
}

/** Operations with these dependencies. */
export function testOperations(deps: Deps): TestOperations {
  const admin: Call = { ...systemCall('test'), actor: { kind: 'administrator', adminKeyId: 1 }, requestId: 'test' };
  const run: TestOperations['run'] = (call, operation, raw = {}) => invoke(deps, call, operation, raw);
  const newPartner = () => run(admin, createPartner, { input: { name: 'Acme' } });
  const newKey: TestOperations['createKey'] = async (partner, settings = {}) => {
    const params = { partner_id: partner.id };
    const made = await run(admin, createPartnerKey, { params, input: { name: 'Key', ...settings } });
    return { ...made, call: callOf(made.key) };
  };
  return {
    deps,
    admin,
    run,
    createPartner: newPartner,
    createKey: newKey,
    async createCaller(settings) {
      const partner = await newPartner();
      return { partner, ...(await newKey(partner, settings)) };
    },
  };
}

const noAi: Deps['ai'] = {
  hasSandbox: true,
  models: { known: [], byTask: { plan: 'model', write: 'model', analyse: 'model' } },
  embeddings: { live: null, sandbox: null },
  embed: () => Promise.reject(new Error('These tests ask no AI.')),
  generateText: () => Promise.reject(new Error('These tests ask no AI.')),
  generateObject: () => Promise.reject(new Error('These tests ask no AI.')),
  streamText() {
    throw new Error('These tests ask no AI.');
  },
};

/** A call that came with the key. */
export function callOf(key: PartnerKeyRow): Call {
  return {
    ...systemCall('test'),
    requestId: 'test',
    actor: {
      kind: 'partner_key',
      partnerId: key.partner_id,
      keyId: key.id,
      keyFamilyId: keyFamilyOf(key),
      scopedCapabilities: key.scoped_capabilities,
      dailyCreditLimit: key.daily_credit_limit,
      sandbox: key.sandbox,
      role: key.role,
    },
  };
}

/** The code of the AppError the work fails with; `none` when it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

/** The answer of the route, held against its own schema, which names every field; with `madeId` the answer to a repeat after a crash. */
export async function answerOf(
  service: TestService,
  routes: readonly Route[],
  name: string,
  request: RawInput & { madeId?: number | string },
  call: Call = service.admin,
): Promise<RouteResponse> {
  const found = routes.find((candidate) => `${candidate.method} ${candidate.path}` === name);
  if (found?.kind !== 'json') throw new Error(`No route ${name}`);
  const { madeId, ...raw } = request;
  const context = { call, publicUrl: 'http://localhost', now: service.deps.clock.now() };
  const answer = await (madeId === undefined
    ? found.respond(service.deps, raw, context)
    : found.recover?.(service.deps, String(madeId), context));
  if (!answer) throw new Error(`${name} cannot be answered again`);
  const body: unknown = JSON.parse(JSON.stringify(answer.body ?? null));
  if (found.response && !isDeepStrictEqual(found.response.parse(body), body))
    throw new Error(`${name} answers with more than its schema has: ${JSON.stringify(body)}`);
  return answer;
}

/** The details of the VALIDATION_ERROR the work fails with. */
export async function validationOf(work: Promise<unknown>): Promise<ErrorDetails> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return error.details ?? {};
    throw error;
  }
  throw new Error('The request was valid.');
}
