import { DAY_MS } from '../../domain/kernel/durations.ts';
import { SUPPORTED_VERSIONS } from '../../domain/mcp/rules.ts';
import { pathOf, readGuides } from '../guides/guides.ts';
import type { Page } from '../health/pages.ts';
import { SERVER_INFO } from '../mcp/schema.ts';
import { MCP_PATH } from '../paths.ts';
import { staticPage } from '../static-page.ts';

/** Clients may cache what changes only with a release or a setting for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';

/** Where the MCP server's card is: the place that SEP-2127 reserves beside the endpoint. */
export const CARD_PATH = `${MCP_PATH}/server-card`;
/** Where clients of earlier proposals look for the card. */
const FORMER_CARD_PATH = '/.well-known/mcp/server-card.json';
const CATALOG_PATH = '/.well-known/ai-catalog.json';
const CARD_TYPE = 'application/mcp-server-card+json';

/** Days until a security.txt has expired; RFC 9116 recommends less than a year. */
const SECURITY_TXT_DAYS = 180;

/** What the pages are made of. */
export interface DiscoveryOptions {
  /** Origin under which callers reach the service; no trailing slash. */
  publicUrl: string;
  /** E-mail address or URL for reports of vulnerabilities; undefined: there is no security.txt. */
  securityContact: string | undefined;
  now(): Date;
}

/** Pages by which programs find what the service offers: the MCP server's card, llms.txt, security.txt. */
export function discoveryPages(options: DiscoveryOptions): Record<string, Page> {
  const { publicUrl, securityContact } = options;
  const json = (contentType: string, make: () => unknown) =>
    forEverybody(staticPage({ contentType, cacheControl: CACHE_CONTROL, make: () => JSON.stringify(make()) }));
  return {
    [CARD_PATH]: json(CARD_TYPE, () => serverCard(publicUrl)),
    [FORMER_CARD_PATH]: json('application/json; charset=utf-8', () => serverCard(publicUrl)),
    [CATALOG_PATH]: json('application/ai-catalog+json', () => catalog(publicUrl)),
    '/llms.txt': forEverybody(
      staticPage({
        contentType: 'text/plain; charset=utf-8',
        cacheControl: CACHE_CONTROL,
        make: () => languageModelGuide(publicUrl),
      }),
    ),
    ...(securityContact !== undefined && {
      '/.well-known/security.txt': securityTxt(publicUrl, securityContact, options.now),
    }),
  };
}

/** Scripts of other sites may read these pages: they hold nothing of anybody. */
function forEverybody(page: Page): Page {
  return (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*');
    return page(ctx);
  };
}

/** The card of the MCP server (SEP-2127); its tools are listed by the server itself. */
function serverCard(publicUrl: string) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reverseHost(publicUrl)}/${SERVER_INFO.name}`,
    title: SERVER_INFO.title,
    description: 'Produces marketing content and runs the presence of partners on a cloud marketplace.',
    version: SERVER_INFO.version,
    websiteUrl: `${publicUrl}/docs`,
    remotes: [
      {
        type: 'streamable-http',
        url: publicUrl + MCP_PATH,
        supportedProtocolVersions: SUPPORTED_VERSIONS,
      },
    ],
  };
}

/** The catalogue in which domains list their cards. */
function catalog(publicUrl: string) {
  const { hostname } = new URL(publicUrl);
  const identifier = `urn:air:${hostname}:mcp:${SERVER_INFO.name}`;
  return { specVersion: '1.0', entries: [{ identifier, type: CARD_TYPE, url: publicUrl + CARD_PATH }] };
}

/** A host name in reverse order, such as `com.example.api`; addresses stay in their order. */
function reverseHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.includes(':');
  return isAddress ? hostname.replace(/[^\d.a-z-]/g, '-') : hostname.split('.').reverse().join('.');
}

/** The guides and documents for language models (llmstxt.org). */
function languageModelGuide(publicUrl: string): string {
  const guides = readGuides().filter(({ audience }) => audience === 'partners');
  return [
    '# Marketwright',
    '',
    '> A service through which partners produce marketing content and run their presence on a cloud marketplace: a REST API, an MCP server and a console.',
    '',
    `- The REST API is at ${publicUrl}/api/v1. Programs send an API key, or an OAuth access token, as a bearer token.`,
    `- The MCP server is at ${publicUrl}${MCP_PATH}. It takes OAuth access tokens; its tools do what the REST API does.`,
    '',
    '## Reference',
    '',
    `- [OpenAPI document](${publicUrl}/openapi.json): every route, with its parameters, bodies and errors; also as [YAML](${publicUrl}/openapi.yaml)`,
    `- [API reference](${publicUrl}/docs): the same for people`,
    `- [MCP server card](${publicUrl}${CARD_PATH}): where MCP clients connect`,
    '',
    '## Guides',
    '',
    ...guides.map(({ name, title }) => `- [${title}](${publicUrl}${pathOf(name)}.md)`),
    '',
  ].join('\n');
}

/** Where vulnerabilities are reported to (RFC 9116). It is made for each request, so that it does not expire while the process runs. */
function securityTxt(publicUrl: string, contact: string, now: () => Date): Page {
  const address = /^[a-z]+:/i.test(contact) ? contact : `mailto:${contact}`;
  return (ctx) => {
    const day = Math.floor(now().getTime() / DAY_MS) + SECURITY_TXT_DAYS;
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
    ctx.set('Cache-Control', CACHE_CONTROL);
    ctx.body = [
      `Contact: ${address}`,
      `Expires: ${new Date(day * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, de, es',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ].join('\n');
  };
}
