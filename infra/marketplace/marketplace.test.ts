import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { drawPng } from '../../sandbox/marketplace/images.ts';
import { type Endpoint, httpEndpoint, httpsEndpoint, tcpEndpoint } from '../../test/environment/endpoint.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { createMarketplace, type MarketplaceOptions, type OpenMarketplace } from './marketplace.ts';
import { type ListingRequest, MarketplaceClosed } from './port.ts';
import { Reader } from './reader/reader.ts';

const id = 'prod-aaaaaaaaaaaaa';
const path = `/marketplace/pp/${id}`;
const html = { 'content-type': 'text/html' };
const page = '<h1>Title</h1>';

const closing: (() => PromiseLike<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** Of all tests but those of closing: a process that reads takes most of a test's time to start. */
const reader = new Reader();
afterAll(() => reader.close());

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A marketplace that answers so, at its own host. */
async function serve(answer: Answer): Promise<Endpoint> {
  const endpoint = await httpEndpoint(answer);
  closing.push(() => endpoint[Symbol.asyncDispose]());
  return endpoint;
}

function openAt(baseUrl: string, options: Partial<MarketplaceOptions> = {}): OpenMarketplace {
  const marketplace = createMarketplace({
    baseUrl,
    allowedNetworks: ['127.0.0.0/8'],
    proxy: undefined,
    reader,
    ...options,
  });
  closing.push(() => marketplace.close());
  return marketplace;
}

async function open(answer: Answer, options: Partial<MarketplaceOptions> = {}): Promise<OpenMarketplace> {
  return openAt(`http://127.0.0.1:${(await serve(answer)).port}`, options);
}

const read = (marketplace: OpenMarketplace, request: Partial<ListingRequest> = {}) =>
  marketplace.fetchListing({ listingId: id, ...request });

/** Answers by path. */
const routes =
  (table: Record<string, Answer>): Answer =>
  (request, response) =>
    (table[request.url ?? ''] ?? ((_request, unknown) => unknown.writeHead(404).end()))(request, response);

const redirectTo =
  (location: string, status = 302): Answer =>
  (_request, response) =>
    response.writeHead(status, { location }).end();

const servePage: Answer = (_request, response) => response.writeHead(200, html).end(page);

describe('a request', () => {
  test('asks for the page of the listing, past caches unless it knows a tag', async () => {
    const seen: IncomingMessage[] = [];
    const marketplace = await open((request, response) => {
      seen.push(request);
      response.writeHead(200, { ...html, etag: 'W/"one"' }).end(page);
    });
    const first = await read(marketplace, { listingId: 'prod a/ü?' });
    expect(first?.content.title).toBe('Title');
    await read(marketplace, { ifNoneMatch: first?.etag ?? null });
    await read(marketplace, { ifNoneMatch: 'W/"one"' });
    expect(seen.map(({ url, headers }) => [url, headers['cache-control'], headers['if-none-match']])).toEqual([
      ['/marketplace/pp/prod%20a%2F%C3%BC%3F', 'no-cache', undefined],
      [path, undefined, 'W/"one"'],
      [path, 'no-cache', undefined],
    ]);
  });

  test('is null when the page has not changed', async () => {
    const { port } = await serve((request, response) => {
      const known = request.headers['if-none-match'] === '"one"';
      response.writeHead(known ? 304 : 200, { ...html, etag: '"one"' }).end(known ? undefined : page);
    });
    const marketplace = openAt(`http://127.0.0.1:${port}`);
    const ifNoneMatch = (await read(marketplace))?.etag ?? null;
    expect(await read(marketplace, { ifNoneMatch })).toBeNull();
    // What another marketplace showed is not what this one has.
    expect(await read(openAt(`http://127.0.0.1:${port}/other`), { ifNoneMatch })).not.toBeNull();
  });

  test('goes below the path of the base address', async () => {
    const { port } = await serve(routes({ [`/en${path}`]: servePage }));
    const marketplace = openAt(`http://127.0.0.1:${port}/en`);
    expect(marketplace.host).toBe(`127.0.0.1:${port}`);
    expect(await read(marketplace)).toMatchObject({ content: { title: 'Title' }, etag: null });
    await expect(read(marketplace, { listingId: '..' })).rejects.toMatchObject({ failure: 'missing' });
  });

  test('can be given up', async () => {
    const controller = new AbortController();
    const marketplace = await open(() => controller.abort(new Error('Enough')));
    await expect(read(marketplace, { signal: controller.signal })).rejects.toThrow('Enough');
    await expect(read(marketplace, { signal: controller.signal })).rejects.toThrow('Enough');
  });
});

describe('redirects', () => {
  test('are followed three times, within the marketplace', async () => {
    const marketplace = await open(
      routes({
        [path]: redirectTo('/one', 301),
        '/one': redirectTo('two', 303),
        '/two': redirectTo('/three', 308),
        '/three': (_request, response) =>
          response.writeHead(200, html).end(`${page}<link rel="canonical" href="${path}">`),
      }),
    );
    expect(await read(marketplace)).toMatchObject({ content: { title: 'Title' } });
  });

  test.each(['/', '/search?q=prod-aaaaaaaaaaaaa', '/marketplace/pp/prod-bbbbbbbbbbbbb'])(
    'to %s lead away from the listing',
    async (elsewhere) => {
      const marketplace = await open(routes({ [path]: redirectTo(elsewhere), [elsewhere]: servePage }));
      await expect(read(marketplace)).rejects.toMatchObject({
        failure: 'missing',
        message: 'The marketplace shows another page in place of this listing.',
      });
    },
  );

  test('that go on and on, or nowhere, are faults of the marketplace', async () => {
    const loop = await open(redirectTo(path));
    await expect(read(loop)).rejects.toMatchObject({
      failure: 'server-error',
      message: 'The marketplace redirected more than 3 times.',
    });
    const nowhere = await open((_request, response) => response.writeHead(302).end());
    await expect(read(nowhere)).rejects.toMatchObject({ failure: 'server-error' });
  });

  test.each([
    ['the metadata address of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['a private network', 'http://10.0.0.1/'],
    ['a name of this machine', 'http://localhost/'],
    ['another scheme', 'file:///etc/passwd'],
    ['credentials', 'https://user:secret@marketplace.example/'],
  ])('to %s are refused', async (_where, location) => {
    await expect(read(await open(redirectTo(location)))).rejects.toMatchObject({
      failure: 'refused',
      message: 'The page of this listing has moved to an address that must not be called.',
    });
  });

  test('do not reach other ports of a marketplace on an open network', async () => {
    const other = await serve(servePage);
    const onBlocked = jest.fn();
    const marketplace = await open(redirectTo(`http://127.0.0.1:${other.port}/`), { onBlocked });
    await expect(read(marketplace)).rejects.toMatchObject({ failure: 'refused' });
    expect(other.connections()).toBe(0);
    expect(onBlocked).toHaveBeenCalledTimes(1);
  });

  test('do not lead from https to http', async () => {
    const { certificate } = await import('../../test/environment/certificate.ts');
    const plain = await serve(servePage);
    const endpoint = await httpsEndpoint(redirectTo(`http://127.0.0.1:${plain.port}/`));
    closing.push(() => endpoint[Symbol.asyncDispose]());
    const marketplace = openAt(`https://127.0.0.1:${endpoint.port}`, { ca: certificate.cert });
    await expect(read(marketplace)).rejects.toMatchObject({ failure: 'refused' });
    expect(plain.connections()).toBe(0);
  });
});

describe('failures', () => {
  test.each([
    [404, 'missing', 'The marketplace has no listing with this id.'],
    [410, 'missing', 'The marketplace has no listing with this id.'],
    [403, 'refused', 'The marketplace does not show this listing (403).'],
    [429, 'server-error', 'The marketplace asks for fewer requests.'],
    [503, 'server-error', 'The marketplace answered with an error (503).'],
    [204, 'unreadable', 'The marketplace answered without a page (204).'],
    [304, 'unreadable', 'The marketplace answered without a page (304).'],
  ])('status %i', async (status, failure, message) => {
    const marketplace = await open((_request, response) => response.writeHead(status, html).end());
    await expect(read(marketplace)).rejects.toMatchObject({ name: 'MarketplaceError', failure, message });
  });

  test('nobody there', async () => {
    const { port, ...gone } = await httpEndpoint(servePage);
    await gone[Symbol.asyncDispose]();
    await expect(read(openAt(`http://127.0.0.1:${port}`))).rejects.toMatchObject({
      failure: 'unreachable',
      message: 'The marketplace could not be reached.',
    });
  });

  test('a name that leads nowhere', async () => {
    const marketplace = openAt('https://marketplace.test', { resolve: async () => [] });
    await expect(read(marketplace)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  test('a marketplace on a network that is not open', async () => {
    const { port } = await serve(servePage);
    await expect(read(openAt(`http://127.0.0.1:${port}`, { allowedNetworks: [] }))).rejects.toMatchObject({
      failure: 'refused',
      message: 'The marketplace is at an address that must not be called.',
    });
  });

  test('a connection that ends in mid-page', async () => {
    const marketplace = await open((_request, response) => {
      response.writeHead(200, html).write('<h1>', () => response.destroy());
    });
    await expect(read(marketplace)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  test('something that is no HTTP', async () => {
    const endpoint = await tcpEndpoint((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    closing.push(() => endpoint[Symbol.asyncDispose]());
    await expect(read(openAt(`http://127.0.0.1:${endpoint.port}`))).rejects.toMatchObject({ failure: 'server-error' });
  });

  test("one partner's slow pages do not keep another's waiting, and are not blamed for the wait", async () => {
    let slow = 0;
    const marketplace = await open(
      (request, response) => {
        if (request.url !== '/marketplace/pp/slow') return servePage(request, response);
        slow += 1;
      },
      { timeoutMs: 60_000, maxWaitMs: 500 },
    );
    const controller = new AbortController();
    const failures = Array.from({ length: 84 }, () =>
      read(marketplace, { listingId: 'slow', onBehalfOf: 'one', signal: controller.signal }).catch((error) => error),
    );
    await waitUntil('ten slow pages', () => slow === 10);
    expect(await read(marketplace, { onBehalfOf: 'two' })).toMatchObject({ content: { title: 'Title' } });
    const waited = await Promise.all(failures.slice(10));
    expect(new Set(waited.map(({ failure }) => failure))).toEqual(new Set(['busy']));
    controller.abort(new Error('Enough'));
    expect((await Promise.all(failures.slice(0, 10))).every(({ message }) => message === 'Enough')).toBe(true);
    expect(slow).toBe(10);
  });

  test('one clock runs over all redirects', async () => {
    const marketplace = await open(
      (request, response) => {
        const isFirst = request.url === path;
        setTimeout(() => (isFirst ? redirectTo('/next') : servePage)(request, response), 1_500);
      },
      { timeoutMs: 2_000 },
    );
    // With a clock for each request the second would be answered in time.
    await expect(read(marketplace)).rejects.toMatchObject({
      failure: 'timeout',
      message: 'The marketplace did not answer within 2 seconds.',
    });
  });

  test.each([
    ['JSON', 'application/json', '{"title": "No"}'],
    ['an image', 'image/png', drawPng(10, 10, [0, 0, 0])],
    ['a page without a listing', 'text/html', '<p>Welcome'],
  ])('%s', async (_what, type, body) => {
    const marketplace = await open((_request, response) => response.writeHead(200, { 'content-type': type }).end(body));
    await expect(read(marketplace)).rejects.toMatchObject({ failure: 'unreadable' });
  });
});

describe('size', () => {
  test('of 50 MB is given up after 5 MiB, in flat memory', async () => {
    const chunk = Buffer.alloc(65_536, 'a ');
    let sent = 0;
    const marketplace = await open(async (_request, response) => {
      response.writeHead(200, html).on('error', () => {});
      for (sent = 0; sent < 50_000_000 && !response.destroyed; sent += chunk.length) {
        if (!response.write(chunk))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      }
    });
    const before = process.memoryUsage().arrayBuffers;
    await expect(read(marketplace)).rejects.toMatchObject({
      failure: 'too-large',
      message: 'The page of this listing is larger than 5 MiB.',
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
    // The buffers of both sides hold some more.
    expect(sent).toBeLessThan(30_000_000);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('of what %s unpacks is limited, too', async (encoding, compress) => {
    const send = (body: string) => {
      // Before anybody waits for it: the clock of the page runs.
      const bytes = compress(body);
      return open((_request, response) =>
        response.writeHead(200, { ...html, 'content-encoding': encoding }).end(bytes),
      );
    };
    expect(await read(await send(page))).toMatchObject({ content: { title: 'Title' } });
    await expect(read(await send('a'.repeat(50_000_000)))).rejects.toMatchObject({ failure: 'too-large' });
  });

  test('of what is packed in another way, or badly, is nothing', async () => {
    const packed = (encoding: string) =>
      open((_request, response) => response.writeHead(200, { ...html, 'content-encoding': encoding }).end(page));
    await expect(read(await packed('zstd'))).rejects.toMatchObject({ failure: 'unreadable' });
    await expect(read(await packed('gzip'))).rejects.toMatchObject({ failure: 'unreadable' });
  });
});

describe('the logo', () => {
  const png = drawPng(200, 100, [9, 9, 9]);
  const withLogo =
    (logo: object | string): Answer =>
    (_request, response) =>
      response
        .writeHead(200, { ...html, etag: '"page"' })
        .end(
          `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Title', logo })}</script>`,
        );
  const logoOf = async (logo: object | string, answer: Answer, options: Partial<MarketplaceOptions> = {}) =>
    (await read(await open(routes({ [path]: withLogo(logo), '/logo.png': answer }), options)))?.content.logo;
  const servePng: Answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png);

  test('is measured', async () => {
    const measured = { format: 'png', width: 200, height: 100, bytes: png.length };
    expect(await logoOf('/logo.png', servePng)).toMatchObject(measured);
    // What the page says of it does not make it larger.
    expect(
      await logoOf({ url: '/logo.png', width: 900, height: 900, encodingFormat: 'image/jpeg' }, servePng),
    ).toMatchObject(measured);
  });

  test('is measured by its beginning', async () => {
    const large: Answer = (_request, response) =>
      response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.concat([png, Buffer.alloc(100_000)]));
    expect(await logoOf('/logo.png', large)).toMatchObject({
      format: 'png',
      width: 200,
      height: 100,
      bytes: 1_000_000,
    });
  });

  test.each<[string, Answer]>([
    ['is not there', (_request, response) => response.writeHead(404).end()],
    ['is no image', servePage],
    ['breaks off', (_request, response) => response.destroy()],
    ['has moved', redirectTo('/other.png')],
  ])('that %s is as the page declares it', async (_how, answer) => {
    expect(
      await logoOf({ url: '/logo.png', width: 120, height: 80, encodingFormat: 'image/png' }, answer),
    ).toMatchObject({
      format: 'png',
      width: 120,
      height: 80,
      bytes: null,
    });
    expect(await logoOf('/logo.png', answer)).toMatchObject({ format: null, width: null, height: null, bytes: null });
  });

  test.each<[string, Answer, true | undefined]>([
    ['is not there', (_request, response) => response.writeHead(404).end(), undefined],
    ['is no image', servePage, undefined],
    ['fails', (_request, response) => response.writeHead(503).end(), true],
    ['has too many visitors', (_request, response) => response.writeHead(429).end(), true],
    ['breaks off', (_request, response) => response.destroy(), true],
  ])('that %s is asked for again, however long the page stays as it is', async (_how, answer, unread) => {
    const reading = await read(await open(routes({ [path]: withLogo('/logo.png'), '/logo.png': answer })));
    expect(reading?.etag).toBeNull();
    expect(reading?.content.logo?.unread).toBe(unread);
  });

  test('that was measured leaves the page its tag', async () => {
    const reading = await read(await open(routes({ [path]: withLogo('/logo.png'), '/logo.png': servePng })));
    expect(reading?.etag).toEqual(expect.any(String));
    expect(reading?.content.logo).not.toHaveProperty('unread');
  });

  test('that never comes leaves the listing', async () => {
    expect(await logoOf('/logo.png', () => {}, { timeoutMs: 5_000 })).toMatchObject({ format: null, width: null });
  });

  test('on another host that is not public is not called', async () => {
    const other = await serve(servePng);
    const { port } = await serve(withLogo(`http://127.0.0.1:${other.port}/logo.png`));
    expect((await read(openAt(`http://127.0.0.1:${port}`)))?.content.logo).toMatchObject({ format: null });
    expect(other.connections()).toBe(0);
  });
});

describe('a marketplace that is closed', () => {
  test('says so', async () => {
    const marketplace = await open(servePage, { reader: undefined });
    await marketplace.close();
    await expect(read(marketplace)).rejects.toThrow(MarketplaceClosed);
  });

  test('does not take a logo that it can no longer fetch for one that is not there', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const product = { '@type': 'Product', name: 'Title', logo: '/logo.png' };
    const answer: Answer = (request, response) => {
      if (request.url === '/logo.png') resolve();
      else response.writeHead(200, html).end(`<script type="application/ld+json">${JSON.stringify(product)}</script>`);
    };
    const marketplace = await open(answer, { reader: undefined });
    const closed = expect(read(marketplace)).rejects.toThrow(MarketplaceClosed);
    await asked;
    await marketplace.close();
    await closed;
  });
});
