import { test } from '@jest/globals';
import { callByClient } from '../clients/clients.ts';
import { createPartner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';

/** Most of it is the compiler. */
const LIMIT_MS = 300_000;

test(
  'the client that is generated of the document compiles and makes its calls',
  async () => {
    const { key } = await createPartner();
    const [origin] = runningStack().origins;
    await callByClient('typescript', { origin, apiKey: key.text });
  },
  LIMIT_MS,
);
