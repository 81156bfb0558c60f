import type { Adapter, AdapterPayload, InteractionResults } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { userOfSubject } from '../../domain/oauth/schema.ts';
import { findClient, registerClient, unregisterClient } from '../../domain/oauth/steps/clients.ts';
import {
  consumeRecord,
  deleteGrantRecords,
  deleteRecord,
  type FoundRecord,
  findRecord,
  saveRecord,
} from '../../domain/oauth/steps/records.ts';
import { isUrl } from './client-documents.ts';

type Services = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** Client metadata: the only scopes that the client may request; a list, or absent for all. */
export const ALLOWED_SCOPES = 'allowed_scopes';

/** The metadata of a client whose id is the address of its document; throws the provider's errors. */
export type FindDocument = (clientId: string) => Promise<AdapterPayload>;

/** The authorization server's storage: clients in their table, everything else sealed in a table of records. */
export function createAdapter(services: Services, findDocument: FindDocument): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? new ClientAdapter(services, findDocument) : new RecordAdapter(services, kind));
}

class RecordAdapter implements Adapter {
  readonly #services: Services;
  readonly #kind: string;

  constructor(services: Services, kind: string) {
    this.#services = services;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (expiresIn === undefined) throw new Error(`A ${this.#kind} without end would never be removed.`);
    await perform(this.#services, saveRecord, {
      kind: this.#kind,
      id,
      grantId: payload.grantId ?? null,
      uid: payload.uid ?? null,
      userId: userOfSubject(payload.accountId ?? signedInAs(payload) ?? '') ?? null,
      clientId: payload.clientId ?? null,
      payload,
      expiresAt: new Date(this.#services.clock.now().getTime() + expiresIn * 1000).toISOString(),
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return payloadOf(await perform(this.#services, findRecord, { kind: this.#kind, id }));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return payloadOf(await perform(this.#services, findRecord, { kind: this.#kind, uid }));
  }

  /** User codes belong to the device grant, which is not offered. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Of two concurrent requests with one code, the second fails here. */
  async consume(id: string): Promise<void> {
    if (await perform(this.#services, consumeRecord, { kind: this.#kind, id })) return;
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await perform(this.#services, deleteRecord, { kind: this.#kind, id });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await perform(this.#services, deleteGrantRecords, { kind: this.#kind, grantId });
  }
}

/** Who has signed in, of an interaction that the browser has not resumed: it ends with what ends the sessions of the person. */
function signedInAs({ result }: AdapterPayload): string | undefined {
  return (result as InteractionResults | undefined)?.login?.accountId;
}

function payloadOf(record: FoundRecord | null): AdapterPayload | undefined {
  if (!record?.consumedAt) return record?.payload;
  return { ...record.payload, consumed: record.consumedAt };
}

/** Only clients that register themselves are written here; partners' clients come through the REST API. */
class ClientAdapter implements Adapter {
  readonly #services: Services;
  readonly #findDocument: FindDocument;

  constructor(services: Services, findDocument: FindDocument) {
    this.#services = services;
    this.#findDocument = findDocument;
  }

  async upsert(clientId: string, metadata: AdapterPayload): Promise<void> {
    const { client_secret: secret, client_name: name = 'Unnamed client' } = metadata;
    const { grant_types = [], redirect_uris = [] } = metadata;
    await perform(this.#services, registerClient, {
      clientId,
      name,
      metadata: { ...metadata, grant_types: [...grant_types], redirect_uris: [...redirect_uris] },
      secret,
    });
  }

  async find(clientId: string): Promise<AdapterPayload | undefined> {
    if (isUrl(clientId)) return this.#findDocument(clientId);
    const client = await perform(this.#services, findClient, { clientId });
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

  async destroy(clientId: string): Promise<void> {
    await perform(this.#services, unregisterClient, { clientId });
  }

  async revokeByGrantId(): Promise<void> {
    throw new Error('A client is issued under no grant.');
  }
}
