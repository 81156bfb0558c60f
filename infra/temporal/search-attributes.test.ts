import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { createSharedNamespace } from '../../test/environment/shared-servers-client.ts';
import { missingSearchAttributes, registerSearchAttributes } from './search-attributes.ts';

const ALL = ['MwPartnerId', 'MwResourceId', 'MwCapability'];
const UNAUTHENTICATED = 16;

let connection: Connection;
let namespace: string;
let without: string;
beforeAll(async () => {
  const shared = await createSharedNamespace();
  namespace = shared.namespace;
  without = `${namespace}-without`;
  connection = await Connection.connect({ address: shared.address });
  await connection.workflowService.registerNamespace({
    namespace: without,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
});
afterAll(() => connection.close());

/** A client whose calls of operators the engine refuses with gRPC's code. */
function clientWithout(code: number): Client {
  const refuse = async () => {
    throw Object.assign(new Error('Request unauthorized.'), { code });
  };
  const operatorService = Object.create(connection.operatorService, { listSearchAttributes: { value: refuse } });
  return new Client({ connection: Object.create(connection, { operatorService: { value: operatorService } }) });
}

describe.each([
  ['that may not make the calls of operators', 7],
  ['of an engine that does not offer them', 12],
])('a client %s', (_whose, code) => {
  test('finds the attributes that runs can be filtered by', async () => {
    expect(await missingSearchAttributes(clientWithout(code), namespace)).toEqual([]);
    expect(await registerSearchAttributes(clientWithout(code), namespace)).toEqual([]);
  });

  test('names those that are missing', async () => {
    expect(await missingSearchAttributes(clientWithout(code), without)).toEqual(ALL);
  });
});

test('any other refusal is none of the attributes', async () => {
  await expect(missingSearchAttributes(clientWithout(UNAUTHENTICATED), namespace)).rejects.toThrow('unauthorized');
});
