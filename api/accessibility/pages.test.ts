import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestEdge, type TestEdge } from '../../test/environment/edge.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

async function withEdge(contact: string | undefined, work: (edge: TestEdge) => Promise<void>): Promise<void> {
  const http = { publicUrl: 'https://api.example', corsOrigins: [], streamRecheckMs: 30_000 };
  const edge = await startTestEdge(service, [], { http: { ...http, accessibilityContact: contact } });
  try {
    await work(edge);
  } finally {
    await edge.close();
  }
}

test('the page is in the language of the reader, and leads to a switch', () =>
  withEdge(undefined, async (edge) => {
    const english = await edge.request('/accessibility');
    expect(english).toMatchObject({ status: 200 });
    expect(english.text).toMatch(/<html lang="en">[\s\S]*<h1>Accessibility<\/h1>[\s\S]*WCAG[\s\S]*owners of a team/);
    const german = await edge.request('/accessibility', { headers: { 'Accept-Language': 'de-AT' } });
    expect(german.text).toMatch(/<html lang="de">[\s\S]*<h1>Barrierefreiheit<\/h1>/);
    expect(german.headers.get('Vary')).toContain('Accept-Language');
    const spanish = await edge.request('/accessibility?language=es', { headers: { 'Accept-Language': 'de' } });
    expect(spanish.text).toContain('<h1>Accesibilidad</h1>');
    expect(spanish.headers.get('Set-Cookie')).toContain('mw_language=es');
  }));

test('its style sheet is served, since that of the sign-in pages may be off', () =>
  withEdge(undefined, async (edge) => {
    const [, path = ''] =
      /<link rel="stylesheet" href="([^"]+)"/.exec((await edge.request('/accessibility')).text) ?? [];
    const style = await edge.request(path);
    expect(style.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
    expect(style.text).toContain('--surface');
  }));

test.each([
  ['help@example.com', 'href="mailto:help@example.com">help@example.com</a>'],
  ['https://example.com/a?b=1&c="', 'href="https://example.com/a?b=1&amp;c=&quot;">'],
])('names the contact %s as text', (contact, link) =>
  withEdge(contact, async (edge) => {
    const { text } = await edge.request('/accessibility');
    expect(text).toContain(link);
    expect(text).not.toContain('owners of a team');
  }),
);
