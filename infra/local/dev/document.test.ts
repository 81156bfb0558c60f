import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { freePort } from '../ports.ts';
import { createDocumentWatch } from './document.ts';

test('the client is made anew when the document has changed, and an API that is not there is no problem', async () => {
  const port = await freePort();
  let document = '{}';
  let reads = 0;
  const server = createServer((_request, response) => {
    reads += 1;
    response.setHeader('Connection', 'close').end(document);
  });
  const [lines, made]: [string[], string[]] = [[], []];
  const watch = createDocumentWatch(
    `http://127.0.0.1:${port}`,
    async () => void made.push(document),
    (line) => lines.push(line),
  );
  watch.look();
  watch.look();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    watch.look();
    await waitUntil(
      'the document to be read',
      async () => reads,
      (count) => count > 0,
    );
    document = '{"changed": true}';
    watch.look();
    await waitUntil(
      'the client to be made',
      async () => made.length,
      (count) => count > 0,
    );
    expect(made).toEqual([document]);
    expect(lines).toEqual(["making the console's client anew …"]);
  } finally {
    server.close();
  }
});
