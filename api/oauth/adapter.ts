import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Deps } from '../../domain/kernel/deps.ts';
import { hashOfClientSecret } from '../../domain/oauth/client-secret.ts';
import { deleteClient, findUsableClient, insertClient } from '../../domain/oauth/client-store.ts';
import {
  consumeRecord,
  deleteGrant,
  deleteRecord,
  deleteRecordsOfGrant,
  findRecord,
  findRecordByUid,
  type StoredRecord,
  saveRecord,
} from '../../domain/oauth/record-store.ts';
import { userOfSubject } from './claims.ts';

type Services = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** Name under which a client may ask for these scopes only; a list, or absent for all. */
export const ALLOWED_SCOPES = 'allowed_scopes';

/** Where the authorization server keeps its things: clients in their table, all else sealed in one of records. */
export function createAdapter(services: Services): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? new ClientAdapter(services) : new RecordAdapter(services, kind));
}

class RecordAdapter implements Adapter {
  readonly #services: Services;
  readonly #kind: string;

  constructor(services: Services, kind: string) {
    this.#services = services;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { db, clock, secrets } = this.#services;
    if (expiresIn === undefined) throw new Error(`A ${this.#kind} without end would never be removed.`);
    const now = clock.now();
    await saveRecord(db, now, {
      kind: this.#kind,
      id,
      grantId: payload.grantId ?? null,
      uid: payload.uid ?? null,
      userId: userOfSubject(payload.accountId ?? '') ?? null,
      clientId: payload.clientId ?? null,
      payload: secrets.seal(JSON.stringify(payload)),
      expiresAt: new Date(now.getTime() + expiresIn * 1000),
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#open(await findRecord(this.#services.db, this.#kind, id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#open(await findRecordByUid(this.#services.db, this.#kind, uid));
  }

  /** User codes belong to the device grant, which is not offered. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Of two requests that come with one code at once, the second ends here. */
  async consume(id: string): Promise<void> {
    const { db, clock } = this.#services;
    if (await consumeRecord(db, clock.now(), this.#kind, id)) return;
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    const { db } = this.#services;
    // With a consent go the codes and refresh tokens that came of it.
    await (this.#kind === 'Grant' ? deleteGrant(db, id) : deleteRecord(db, this.#kind, id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await deleteRecordsOfGrant(this.#services.db, this.#kind, grantId);
  }

  #open(record: StoredRecord | undefined): AdapterPayload | undefined {
    if (!record) return undefined;
    const payload = this.#unseal(record.payload);
    if (!payload) return undefined;
    if (record.consumed_at) payload.consumed = Math.floor(record.consumed_at.getTime() / 1000);
    return payload;
  }

  /** What was sealed under a key that has been replaced is as good as gone: people sign in again. */
  #unseal(sealed: Buffer): AdapterPayload | undefined {
    try {
      return JSON.parse(this.#services.secrets.open(sealed));
    } catch {
      return undefined;
    }
  }
}

/** Only clients that register themselves are written here; those of partners come through the REST API. */
class ClientAdapter implements Adapter {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const { db, clock } = this.#services;
    const { client_secret: secret, client_name: name = 'Unnamed client' } = payload;
    await insertClient(db, clock.now(), {
      client_id: id,
      partner_id: null,
      name,
      role: null,
      scopes: null,
      metadata: { ...payload, ...(secret !== undefined && { client_secret: hashOfClientSecret(secret) }) },
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const client = await findUsableClient(this.#services.db, id);
    if (!client) return undefined;
    return { ...client.metadata, ...(client.scopes && { [ALLOWED_SCOPES]: client.scopes }) };
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(): Promise<void> {
    throw new Error('A client is not used up.');
  }

  async destroy(id: string): Promise<void> {
    const client = await findUsableClient(this.#services.db, id);
    if (client) await deleteClient(this.#services.db, client.id);
  }

  async revokeByGrantId(): Promise<void> {
    throw new Error('A client is issued under no grant.');
  }
}
