import { LRUCache } from 'lru-cache';
import { errors } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import {
  type DocumentMetadata,
  freshSeconds,
  InvalidDocument,
  isDocumentUrl,
  readDocument,
} from '../../domain/oauth/client-document.ts';
import { findClient, keepDocument } from '../../domain/oauth/steps/clients.ts';
import type { RateLimiter } from '../../domain/rate-limits/limiter.ts';
import { documentLimits } from '../../domain/rate-limits/rules.ts';
import type { GuardedClient, OutboundRequest } from '../../infra/http/guarded-client.ts';
import { OutboundError } from '../../infra/http/outbound-error.ts';
import { DAY_S } from './options.ts';

/** Whether a client id is a URL, which the ids of all other clients are not. */
export function isUrl(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

/** Clients whose id is the address of their metadata document. */
export interface ClientDocuments {
  /**
   * The metadata of a client, from the database while they are current, else from the client's site. `network`: the
   * caller's, which is charged with the call. Throws invalid_client and temporarily_unavailable of the provider.
   */
  find(clientId: string, network: string): Promise<DocumentMetadata | Record<string, unknown>>;
}

/** Dependencies of createClientDocuments. */
export interface ClientDocumentOptions {
  deps: Pick<Deps, 'db' | 'clock'>;
  limiter: RateLimiter;
  /** Calls the sites of clients. */
  sites: GuardedClient;
  log: Logger;
}

/** One limit over DNS, connection, headers and body, milliseconds: a person waits. */
const TIMEOUT_MS = 5_000;
/** Longest wait for another call to the same host, milliseconds. */
const MAX_WAIT_MS = 1_000;
/** Three times what the draft recommends as the maximum (5 kilobytes), since some programs have many redirect URIs. */
const MAX_BYTES = 16_384;
/** Calls under way in a process; more are refused at once. */
const MAX_CALLS = 100;
/** A document that could not be read is not asked for again for this long. */
const FAILURE_MS = 60_000;
const REMEMBERED_FAILURES = 1_000;
/** A site that is away does not stop its client for this long after the last reading. */
const MAX_STALE_MS = 7 * DAY_S * 1000;
/** Statuses of a site that may have the document later. */
const PASSING_STATUSES = new Set([408, 425, 429]);

/** A document that cannot be had. */
class DocumentFailure extends Error {
  /** Whether an earlier reading may serve meanwhile. */
  readonly passing: boolean;
  /** Whether the service refused, and nothing is known of the site. */
  readonly isOwn: boolean;

  constructor(message: string, { passing, isOwn = false }: { passing: boolean; isOwn?: boolean }) {
    super(message);
    this.passing = passing;
    this.isOwn = isOwn;
  }
}

/**
 * Reads metadata documents of clients. What was read stands in the database for all processes; a failure is remembered
 * by the process.
 */
export function createClientDocuments({ deps, limiter, sites, log }: ClientDocumentOptions): ClientDocuments {
  const failures = new LRUCache<string, { failure: DocumentFailure; until: number }>({ max: REMEMBERED_FAILURES });
  const inFlight = new Map<string, Promise<DocumentMetadata>>();

  async function read(clientId: string, network: string): Promise<DocumentMetadata> {
    const remembered = failures.get(clientId);
    if (remembered && remembered.until > deps.clock.now().getTime()) throw remembered.failure;
    if (inFlight.size >= MAX_CALLS) throw busy();
    const { outcome } = await limiter.take(documentLimits(network, new URL(clientId).hostname));
    if (outcome !== 'admitted') throw busy();
    try {
      return await fetchDocument(clientId, network);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure.isOwn) failures.set(clientId, { failure, until: deps.clock.now().getTime() + FAILURE_MS });
      log.info(
        { site: new URL(clientId).host, reason: reasonOf(error) },
        'a client’s metadata document cannot be used',
      );
      throw failure;
    }
  }

  async function fetchDocument(clientId: string, network: string): Promise<DocumentMetadata> {
    const request: OutboundRequest = {
      url: clientId,
      method: 'GET',
      headers: { accept: 'application/json' },
      onBehalfOf: network,
      maxWaitMs: MAX_WAIT_MS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      keepBytes: MAX_BYTES,
    };
    const { status, headers, truncated, excerpt } = await sites.send(request);
    // Redirects are not followed: the id is the address of the document itself.
    if (status !== 200) {
      const passing = status >= 500 || PASSING_STATUSES.has(status);
      throw new DocumentFailure(`its address answers ${status}`, { passing });
    }
    if (!isJson(headers['content-type'])) throw new InvalidDocument('the document: must be sent as application/json');
    if (truncated) throw new InvalidDocument(`the document: is longer than ${MAX_BYTES} bytes`);
    const metadata = readDocument(clientId, excerpt.toString('utf8'));
    const now = deps.clock.now();
    const expiresAt = new Date(now.getTime() + freshSeconds(headers, now) * 1000).toISOString();
    await perform(deps, keepDocument, { metadata, expiresAt });
    return metadata;
  }

  /** One call for all who wait for the same document. */
  function readOnce(clientId: string, network: string): Promise<DocumentMetadata> {
    const known = inFlight.get(clientId);
    if (known) return known;
    const reading = read(clientId, network).finally(() => inFlight.delete(clientId));
    inFlight.set(clientId, reading);
    return reading;
  }

  return {
    async find(clientId, network) {
      if (!isDocumentUrl(clientId)) {
        throw new errors.InvalidClient('client_id must be the https address of a metadata document, in its usual form');
      }
      const known = await perform(deps, findClient, { clientId });
      const now = deps.clock.now().getTime();
      if (known?.document && known.document.expiresAt.getTime() > now) return known.metadata;
      try {
        return await readOnce(clientId, network);
      } catch (error) {
        if (!(error instanceof DocumentFailure)) throw error;
        const isUsable = error.passing && known?.document && known.document.fetchedAt.getTime() + MAX_STALE_MS > now;
        if (isUsable) return known.metadata;
        if (error.isOwn) throw new errors.TemporarilyUnavailable(error.message);
        throw new errors.InvalidClient(`The metadata document of the client cannot be used: ${error.message}.`);
      }
    },
  };
}

function busy(): DocumentFailure {
  const message = 'Too many metadata documents of clients are asked for; try again in a minute.';
  return new DocumentFailure(message, { passing: true, isOwn: true });
}

/** Throws what is neither the site's nor its document's. */
function failureOf(error: unknown): DocumentFailure {
  if (error instanceof DocumentFailure) return error;
  if (error instanceof InvalidDocument) return new DocumentFailure(error.message, { passing: false });
  if (!(error instanceof OutboundError)) throw error;
  if (error.kind === 'busy' || error.kind === 'aborted') return busy();
  // One sentence for all: a stranger asks, who is to learn nothing of the network.
  return new DocumentFailure('its address cannot be reached', { passing: true });
}

function reasonOf(error: unknown): string {
  if (error instanceof OutboundError) return error.kind;
  return error instanceof Error ? error.message : 'unknown';
}

/** `application/json`, or a more specific type such as `application/client+json`. */
function isJson(contentType: string | string[] | undefined): boolean {
  const [type = ''] = String(contentType ?? '').split(';', 1);
  const name = type.trim().toLowerCase();
  return name === 'application/json' || (name.startsWith('application/') && name.endsWith('+json'));
}
