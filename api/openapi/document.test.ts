import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import type { Route } from '../route.ts';
import { sampleRoutes } from '../testing/routes.ts';
import { renderDocs } from './docs-page.ts';
import { buildDocument } from './document.ts';

const PUBLIC_URL = 'https://api.marketwright.test';

/** The routes of every area that has some. */
async function allRoutes(): Promise<Route[]> {
  const areas = readdirSync(new URL('..', import.meta.url)).filter((area) =>
    existsSync(new URL(`../${area}/routes.ts`, import.meta.url)),
  );
  const modules: Record<string, Route[]>[] = await Promise.all(areas.map((area) => import(`../${area}/routes.ts`)));
  return modules.flatMap((exported) => Object.values(exported).filter(Array.isArray).flat());
}

test('the document of all routes passes the linter', async () => {
  const config = await loadConfig({ configPath: new URL('./redocly.yaml', import.meta.url).pathname });
  const routes = (await allRoutes()).filter((route) => !sampleRoutes.includes(route));
  const source = JSON.stringify(buildDocument({ routes, publicUrl: PUBLIC_URL }));
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test('a route is described by its schemas', () => {
  const document = buildDocument({ routes: sampleRoutes, publicUrl: PUBLIC_URL });
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: `${PUBLIC_URL}/api/v1` }]);
  const read = document.paths['/samples/{id}']?.['get'];
  expect(read?.operationId).toBe('samplesRead');
  expect(read?.parameters).toEqual([
    { in: 'path', name: 'id', required: true, schema: { type: 'integer', format: 'int64', minimum: 1 } },
    {
      in: 'query',
      name: 'tags',
      required: false,
      schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
    { in: 'query', name: 'word', required: false, schema: { type: 'string' } },
  ]);
  const make = document.paths['/samples']?.['post'];
  expect(make?.requestBody?.required).toBe(true);
  expect(make?.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
  expect(Object.keys(make?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '400', '401', '403', '409', '413', '415', '422', '429', '500', '503']),
  );
  expect(document.paths['/3pi-partners']?.['get']?.security).toEqual([{ administratorKey: [] }]);
  const events = document.paths['/samples/events']?.['get'];
  expect(Object.keys(events?.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
});

test('ids of operations are unique', async () => {
  const document = buildDocument({ routes: await allRoutes(), publicUrl: PUBLIC_URL });
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test('the page for people names every route and escapes what it shows', () => {
  const document = buildDocument({ routes: sampleRoutes, publicUrl: PUBLIC_URL });
  document.info.description = '<script>alert(1)</script>';
  const html = renderDocs(document);
  expect(html.match(/<article /g)).toHaveLength(sampleRoutes.length);
  expect(html).toContain('/samples/{id}');
  expect(html).not.toContain('<script>alert');
});
