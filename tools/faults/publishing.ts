import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Api } from './api.ts';
import type { DrillEnvironment } from './environment.ts';

/** What a publisher is to do. */
export interface PublisherSettings {
  environment: Record<string, string>;
  partnerId: number;
  /** Types of the events, in turn. */
  types: readonly string[];
  perSecond: number;
  /** Events in one transaction. */
  together: number;
}

/** What came of the events of a publisher. */
export interface Published {
  /** Ids whose transaction was answered. */
  committed: string[];
  /** Ids whose transaction failed; it may have been committed all the same. */
  unknown: string[];
  /** Transactions that failed. */
  failed: number;
}

/** A process that publishes. */
export interface Publishing {
  /** Waits for the transactions in progress; returns the outcome of each event. */
  stop(): Promise<Published>;
}

/** Starts a process that publishes events steadily until it is stopped. */
export function startPublishing(settings: PublisherSettings): Publishing {
  const program = fileURLToPath(new URL('event-publisher.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(settings)]);
  const exited = once(child, 'exit');
  // The channel closes after its last message, and with a process that dies.
  const reported = Promise.race([once(child, 'message'), once(child, 'disconnect')]);
  return {
    async stop() {
      if (child.connected) child.send('stop');
      const [published] = await reported;
      const [code] = await exited;
      if (!published) throw new Error(`The publisher ended with ${code} and told nothing.`);
      return published as Published;
    },
  };
}

/** Callers who report events to the API, one after the other, each with its own idempotency key and repeated until it is answered. */
export interface Posting {
  /** Waits for the requests in progress; returns the ids that were answered. */
  stop(): Promise<string[]>;
}

/** Starts so many callers; `admin` is the API with an administrator's key. */
export function startPosting({ partnerId, findings }: DrillEnvironment, admin: Api, callers: number): Posting {
  const ids: string[] = [];
  const statuses = new Set<number>();
  let stopped = false;
  let repeated = 0;
  const call = async () => {
    while (!stopped) {
      const body = { type: 'cosell.updated', data: { reported: ids.length } };
      const answer = await admin.post(`/3pi-partners/${partnerId}/events`, body);
      statuses.add(answer.status);
      ids.push(String(answer.body.data?.id));
      if (answer.before.length > 0) repeated += 1;
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, call));
  // It may fail before anybody asks what came of it.
  calling.catch(() => undefined);
  return {
    async stop() {
      stopped = true;
      await calling;
      findings.equal('Statuses of reported events', [...statuses], [202]);
      findings.note('reported through the API', `${ids.length} (${repeated} POSTs repeated)`);
      return ids;
    },
  };
}
