import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMarketplace, type OpenMarketplace } from '../../infra/marketplace/marketplace.ts';

/** What a page of the shop says. */
interface Page {
  title: string;
  description: string;
  keywords: string[];
  /** When the listing went public; absent while it has not. */
  datePublished?: string;
}

/** What the shop answers; `hang`: nothing, and the connection stays open. */
export type ShopAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'hang';

/** A request that the shop got. */
interface ShopRequest {
  listingId: string;
  headers: IncomingHttpHeaders;
}

/** A marketplace whose every page a test decides on, with the adapter that reads it. */
export interface Shop extends AsyncDisposable {
  /** All requests so far, oldest first. */
  requests: ShopRequest[];
  /** Default page. */
  page: Page;
  /** Decides on the answer; undefined: the page. */
  respond: (requests: ShopRequest) => ShopAnswer | undefined | Promise<ShopAnswer | undefined>;
  /** Where it is, without a slash at the end. */
  baseUrl: string;
  marketplace: OpenMarketplace;
}

const PAGE: Page = {
  title: 'Acme Backup for Cloud Servers',
  description: 'Acme Backup copies your cloud servers every night and restores them within minutes, without an agent.',
  keywords: ['backup', 'restore'],
};

/** Starts a shop on this machine; its pages have entity tags, so that those that have not changed are answered with 304. */
export async function startShop(): Promise<Shop> {
  const server = createServer(async (request, response) => {
    const asked = { listingId: request.url?.split('/').at(-1) ?? '', headers: request.headers };
    shop.requests.push(asked);
    answer(response, (await shop.respond(asked)) ?? answerOf(shop.page, request.headers['if-none-match']));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const marketplace = createMarketplace({ baseUrl, allowedNetworks: ['127.0.0.0/8'], proxy: undefined });
  const shop: Shop = {
    requests: [],
    page: PAGE,
    respond: () => undefined,
    baseUrl,
    marketplace,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await marketplace.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return shop;
}

function answerOf(page: Page, ifNoneMatch: string | undefined): ShopAnswer {
  const body = htmlOf(page);
  const etag = `"${hash('sha256', body)}"`;
  return ifNoneMatch === etag ? { status: 304, headers: { etag } } : { status: 200, headers: { etag }, body };
}

function htmlOf({ title, description, keywords, datePublished }: Page): string {
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    keywords,
    datePublished,
  };
  return `<!doctype html><title>${title}</title><script type="application/ld+json">${JSON.stringify(product)}</script>`;
}

function answer(response: ServerResponse, wanted: ShopAnswer): void {
  if (wanted === 'hang') return;
  const { status, headers = {}, body = '' } = wanted;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}
