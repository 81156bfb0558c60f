import { expect, it, jest } from '@jest/globals';
import { httpEndpoint } from '../../test/environment/endpoint.ts';
import { testClient } from '../../test/environment/guarded-client.ts';
import { createSender } from './sender.ts';

const PUBLIC = '127.0.0.1';
const PRIVATE = '10.0.0.1';

/** A client for which one address of this machine stands for the public ones; the name leads to the addresses in turn, then to the last. */
function rebindingClient(...addresses: string[]) {
  const resolve = jest.fn(async (_hostname: string) => {
    const address = addresses.length > 1 ? addresses.shift() : addresses[0];
    return address === undefined ? [] : [address];
  });
  return { resolve, client: testClient({ allowedNetworks: [`${PUBLIC}/32`], resolve }) };
}

it('does not send to a name that was public when it was saved and is private when it is called', async () => {
  await using endpoint = await httpEndpoint((_request, response) => response.end());
  const { client, resolve } = rebindingClient(PUBLIC, PRIVATE);
  using _closing = client;
  const sender = createSender(client);
  const url = `http://rebinding.test:${endpoint.port}/`;
  expect(await sender.objection(url)).toBeNull();
  expect(await sender.send({ url, headers: {}, body: '{}', onBehalfOf: '1' })).toMatchObject({
    responseCode: null,
    errorClass: 'blocked_address',
    error: 'The host of the URL is not at a public address',
    excerpt: null,
  });
  expect(resolve).toHaveBeenCalledTimes(2);
  expect(endpoint.connections()).toBe(0);
});

it('does not send to a name that turns private between two messages', async () => {
  await using endpoint = await httpEndpoint((_request, response) => response.setHeader('connection', 'close').end());
  const { client } = rebindingClient(PUBLIC, PRIVATE);
  using _closing = client;
  const sender = createSender(client);
  const message = { url: `http://rebinding.test:${endpoint.port}/`, headers: {}, body: '{}', onBehalfOf: '1' };
  expect(await sender.send(message)).toMatchObject({ responseCode: 200, errorClass: null });
  expect(await sender.send(message)).toMatchObject({ responseCode: null, errorClass: 'blocked_address' });
  expect(endpoint.connections()).toBe(1);
});

it('keeps 2 KiB of the headers of an answer, and no cookies', async () => {
  const header = 'x'.repeat(1_000);
  await using endpoint = await httpEndpoint((_request, response) =>
    response.writeHead(200, { 'Set-Cookie': 'a=1', 'X-One': header, 'X-Two': header, 'X-Three': header }).end(),
  );
  using client = testClient({ allowedNetworks: [`${PUBLIC}/32`] });
  const message = { url: `http://${PUBLIC}:${endpoint.port}/`, headers: {}, body: '{}', onBehalfOf: '1' };
  const { responseHeaders } = await createSender(client).send(message);
  expect(responseHeaders).toEqual({ 'x-one': header, 'x-two': header });
});

it('sends to the address that was checked, though the name leads elsewhere by then', async () => {
  await using endpoint = await httpEndpoint((_request, response) => response.end('taken'));
  const { client, resolve } = rebindingClient(PUBLIC, PRIVATE);
  using _closing = client;
  const message = { url: `http://rebinding.test:${endpoint.port}/`, headers: {}, body: '{}', onBehalfOf: '1' };
  expect(await createSender(client).send(message)).toMatchObject({ responseCode: 200, excerpt: 'taken' });
  expect(resolve).toHaveBeenCalledTimes(1);
});
