/** jest's workers inherit the environment of the process that ran the global setup. */
export const SHARED_SERVERS = 'MARKETWRIGHT_SHARED_SERVERS';

/** A database of the run's PostgreSQL. */
export interface SharedDatabase {
  name: string;
  url: string;
}

/** A namespace of the run's Temporal, with the product's search attributes. */
export interface SharedNamespace {
  /** host:port of the frontend. */
  address: string;
  namespace: string;
}

/** Makes a database, with the product's tables unless `empty`. */
export function createSharedDatabase({ empty }: { empty: boolean }): Promise<SharedDatabase> {
  return ask(`/database?empty=${empty}`);
}

/** Ends the sessions of a database and removes it. */
export async function dropSharedDatabase({ name }: SharedDatabase): Promise<void> {
  await ask(`/drop?name=${name}`);
}

/** Makes a namespace: a test file's workflows, queues and ids meet no other's. */
export function createSharedNamespace(): Promise<SharedNamespace> {
  return ask('/namespace');
}

/** Where the run's browser is. */
export function findSharedBrowser(): Promise<{ url: string }> {
  return ask('/browser');
}

async function ask<Answer>(question: string): Promise<Answer> {
  const origin = process.env[SHARED_SERVERS];
  if (!origin) throw new Error('This test shares servers that the global setup of jest offers: run it by jest.');
  const response = await fetch(`${origin}${question}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`The shared servers refuse ${question}: ${text}`);
  return JSON.parse(text) as Answer;
}
