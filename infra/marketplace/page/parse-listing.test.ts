import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../sandbox/marketplace/catalogue/index.ts';
import { encode } from '../../../sandbox/marketplace/encode.ts';
import type { CatalogueEntry } from '../../../sandbox/marketplace/listing.ts';
import { emptyPage, listingPage, malformed } from '../../../sandbox/marketplace/page/page.ts';
import { cpuTimeOf } from '../../../test/environment/cpu-time.ts';
import type { ListingContent } from '../port.ts';
import { TooComplex } from './document.ts';
import { WrongPage } from './identity.ts';
import { type PageSource, parseListing } from './parse-listing.ts';

const url = 'https://marketplace.example/marketplace/pp/prod-aaaaaaaaaaaaa';

function parse(html: string | Uint8Array, source: Partial<PageSource> = {}): ListingContent | null {
  const bytes = typeof html === 'string' ? Buffer.from(html) : html;
  return parseListing({ charset: undefined, url, listingId: 'prod-aaaaaaaaaaaaa', ...source, bytes });
}

/** The listing on a page with this JSON-LD. */
const fromJsonLd = (value: unknown) =>
  parse(`<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);

const product = (fields: object) => ({ '@context': 'https://schema.org', '@type': 'Product', name: 'Name', ...fields });

describe('the pages of the sandbox', () => {
  const readable = CATALOGUE.filter(({ delivery }) => delivery.kind === 'page');

  test.each(readable.map((entry) => [entry.shows, entry] as const))('%s', (_shows, entry) => {
    const { listing, delivery } = entry;
    const content = parse(pageOf(entry), {
      charset: delivery.kind === 'page' && delivery.charset ? undefined : 'utf-8',
      url: url.replace('prod-aaaaaaaaaaaaa', entry.id),
      listingId: entry.id,
    });
    expect(content).toMatchObject({
      title: listing.title,
      shortDescription: listing.short_description,
      highlights: listing.highlights,
      keywords: listing.keywords,
      categories: listing.categories,
      vendor: listing.vendor,
      publishedAt: listing.published_at,
    });
    expect(content?.longDescription).toMatchObject(structureOf(listing.long_description));
    expect(content?.media).toHaveLength(listing.screenshots + listing.videos + listing.documents);
    expect(content?.logo === null).toBe(listing.logo === null);
  });

  test('a page without a listing', () => {
    expect(parse(emptyPage())).toBeNull();
    expect(parse('')).toBeNull();
    expect(parse('{"title": "JSON"}')).toBeNull();
  });

  function pageOf(entry: CatalogueEntry): Buffer {
    if (entry.delivery.kind !== 'page') throw new Error('This listing has no page.');
    const { charset = 'utf-8', without, malformed: spoilt } = entry.delivery;
    const html = listingPage(entry, { origin: new URL(url).origin, charset, jsonLd: without !== 'json-ld' });
    return encode(spoilt ? malformed(html) : html, charset);
  }

  function structureOf(text: string) {
    const blocks = text.split('\n\n').filter(Boolean);
    const lines = blocks.flatMap((block) => (block.startsWith('- ') ? block.split('\n') : [block]));
    const plain = lines.map((line) => line.replace(/^(- |## )/, '')).join('\n');
    return {
      text: plain,
      headings: blocks.filter((block) => block.startsWith('## ')).length,
      bulletItems: lines.filter((line) => line.startsWith('- ')).length,
    };
  }
});

describe('JSON-LD', () => {
  test.each([
    ['one object', product({})],
    ['an array', [{ '@type': 'Organization', name: 'Shop' }, product({})]],
    ['a graph', { '@graph': [{ '@type': 'BreadcrumbList', name: 'Path' }, product({})] }],
    ['the main entity of a page', { '@type': 'WebPage', name: 'Page', mainEntity: product({}) }],
    ['several types', product({ '@type': ['Thing', 'SoftwareApplication'] })],
    ['a type by its address', product({ '@type': 'http://schema.org/SoftwareApplication' })],
  ])('is found as %s', (_how, value) => {
    expect(fromJsonLd(value)?.title).toBe('Name');
  });

  test('that names the listing goes before other products', () => {
    const others = [product({ name: 'Related' }), product({ name: 'This', sku: 'prod-aaaaaaaaaaaaa' })];
    expect(fromJsonLd(others)?.title).toBe('This');
    expect(fromJsonLd([product({ name: 'Related' }), product({ name: 'This', url: `${url}?ref=1` })])?.title).toBe(
      'This',
    );
  });

  test('is read past blocks that are broken, and from one that is encoded', () => {
    const good = JSON.stringify(product({}));
    expect(
      parse(`<script type="application/ld+json">{"name": </script><script type="application/ld+json">${good}</script>`)
        ?.title,
    ).toBe('Name');
    expect(parse(`<script type="application/ld+json">${good.replaceAll('"', '&quot;')}</script>`)?.title).toBe('Name');
  });

  test.each([
    ['markup', '<p>One &amp; two</p><ul><li>Three</li></ul>'],
    ['encoded markup', '&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Three&lt;/li&gt;&lt;/ul&gt;'],
    ['plain lines', 'One &amp; two\n\n• Three'],
  ])('may hold a description as %s', (_how, description) => {
    expect(fromJsonLd(product({ description }))?.longDescription).toEqual({
      text: 'One & two\nThree',
      headings: 0,
      paragraphs: 1,
      bulletItems: 1,
    });
  });

  test('has its say in many forms', () => {
    const content = fromJsonLd(
      product({
        featureList: 'One\nTwo',
        keywords: [{ '@type': 'DefinedTerm', name: 'first' }, 'second, third'],
        category: 'Software > Security',
        offers: [{ '@type': 'Offer', seller: { name: 'Seller' } }],
        logo: {
          '@type': 'ImageObject',
          url: '/logo.png',
          width: { value: 120 },
          height: '80px',
          encodingFormat: 'image/png',
        },
        screenshot: ['/one.jpg', { contentUrl: 'https://cdn.example/two' }],
        video: { '@type': 'VideoObject', embedUrl: 'https://www.youtube.com/embed/x' },
        datePublished: '2024-02-03',
      }),
    );
    expect(content).toMatchObject({
      highlights: ['One', 'Two'],
      keywords: ['first', 'second', 'third'],
      categories: ['Software', 'Security'],
      vendor: 'Seller',
      logo: { url: 'https://marketplace.example/logo.png', format: 'png', width: 120, height: 80, bytes: null },
      media: [
        { kind: 'image', url: 'https://marketplace.example/one.jpg' },
        { kind: 'image', url: 'https://cdn.example/two' },
        { kind: 'video', url: 'https://www.youtube.com/embed/x' },
      ],
      publishedAt: '2024-02-03T00:00:00.000Z',
    });
  });

  test.each(['9999-12-31T23:30:00-05:00', '0001-01-01T00:30:00+05:00', '2024-13-01', 'soon'])(
    'was published at no time that is written %s',
    (date) => {
      const product = JSON.stringify({ '@type': 'Product', name: 'Name', datePublished: date });
      const content = parse(`<h1>Name</h1><script type="application/ld+json">${product}</script>`);
      expect(content).toMatchObject({ title: 'Name', publishedAt: null });
    },
  );

  test('cannot reach objects of ours', () => {
    const content = parse(
      '<h1>Name</h1><script type="application/ld+json">{"@type": "Product", "__proto__": {"name": "Polluted", "brand": "Polluted"}, ' +
        '"constructor": {"prototype": {"vendor": "Polluted"}}}</script>',
    );
    expect(content).toMatchObject({ title: 'Name', vendor: '' });
    expect(({} as Record<string, unknown>).name).toBeUndefined();
  });

  test('links to nothing but web addresses', () => {
    const links = [
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      'http://',
      `https://a.example/${'a'.repeat(3_000)}`,
    ];
    expect(fromJsonLd(product({ logo: links[0], screenshot: links }))).toMatchObject({ logo: null, media: [] });
  });
});

describe('a page', () => {
  const other = 'prod-bbbbbbbbbbbbb';
  const script = (...values: object[]) =>
    values.map((value) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`).join('');
  const refuse = (html: string, at = url) => expect(() => parse(html, { url: at })).toThrow(WrongPage);

  test.each([
    ['sku', script(product({ sku: other }))],
    ['productID', script(product({ productID: other }))],
    ['identifier', script(product({ identifier: { '@type': 'PropertyValue', value: other } }))],
    ['address', script(product({ url: `https://marketplace.example/marketplace/pp/${other}?ref=1` }))],
    ['canonical address', `<h1>Other</h1><link rel="canonical" href="/marketplace/pp/${other}">`],
    ['Open Graph address', `<h1>Other</h1><meta property="og:url" content="${url.replace(/a+$/, 'b'.repeat(13))}">`],
  ])('with the %s of another listing is not that of the listing, wherever it is', (_what, html) => {
    refuse(html);
    refuse(html, url.replace('aaaaaaaaaaaaa', 'bbbbbbbbbbbbb'));
  });

  test('elsewhere has to name the listing', () => {
    for (const at of ['https://marketplace.example/', 'https://marketplace.example/search?q=prod-aaaaaaaaaaaaa']) {
      refuse('<h1>Welcome</h1>', at);
      refuse(script(product({ name: 'First' }), product({ name: 'Second', sku: other })), at);
      expect(parse(script(product({ sku: 'prod-aaaaaaaaaaaaa' })), { url: at })?.title).toBe('Name');
      expect(parse(`<h1>Name</h1><link rel="canonical" href="${url}">`, { url: at })?.title).toBe('Name');
      expect(parse('<h1>Name</h1><meta itemprop="sku" content="prod-aaaaaaaaaaaaa">', { url: at })?.title).toBe('Name');
    }
    expect(parse('<h1>Name</h1>', { url: `${url.replace('/marketplace', '/en/marketplace')}/#top` })?.title).toBe(
      'Name',
    );
  });

  test('may have numbers of the vendor, and addresses in other words', () => {
    expect(parse(script(product({ sku: 'ACME-BACKUP-2024', url: '/products/acme-backup' })))?.title).toBe('Name');
    expect(parse('<h1>Name</h1><link rel="canonical" href="/products/acme-backup">')?.title).toBe('Name');
  });

  test('is not described by one of several products without its id, nor by another listing that it recommends', () => {
    expect(parse(`<h1>Body</h1>${script(product({ name: 'First' }), product({ name: 'Second' }))}`)?.title).toBe(
      'Body',
    );
    const recommended = script(product({ name: 'Other', sku: other }));
    expect(parse(`<h1>Body</h1><link rel="canonical" href="${url}">${recommended}`)?.title).toBe('Body');
  });
});

describe('what is told more than once', () => {
  const body =
    '<h1>Body</h1><p id="short-description">Body short</p><div id="description"><h2>Description</h2><p>Body long</p></div>';
  const meta =
    '<meta property="og:title" content="Meta"><meta name="description" content="Meta &lt;b&gt;short&lt;/b&gt;"><meta name="keywords" content="meta">';
  const json = `<script type="application/ld+json">${JSON.stringify(product({ description: 'JSON', abstract: 'JSON short' }))}</script>`;

  test('is taken from JSON-LD, then meta elements, then the body', () => {
    expect(parse(body + meta + json)).toMatchObject({
      title: 'Name',
      shortDescription: 'JSON short',
      keywords: ['meta'],
    });
    expect(parse(body + meta)).toMatchObject({ title: 'Meta', shortDescription: 'Meta short' });
    expect(parse(body)).toMatchObject({ title: 'Body', shortDescription: 'Body short' });
  });

  test('but the long description is what customers see', () => {
    expect(parse(body + json)?.longDescription).toEqual({
      text: 'Body long',
      headings: 0,
      paragraphs: 1,
      bulletItems: 0,
    });
    expect(parse(json)?.longDescription.text).toBe('JSON');
  });

  test('the picture of a listing is its logo unless it stands in the gallery', () => {
    const picture = '<h1>Name</h1><meta property="og:image" content="/picture.png">';
    expect(parse(picture)).toMatchObject({ logo: { url: 'https://marketplace.example/picture.png' }, media: [] });
    expect(parse(`${picture}<div id="gallery"><img src="/picture.png"></div>`)).toMatchObject({
      logo: null,
      media: [{ kind: 'image', url: 'https://marketplace.example/picture.png' }],
    });
  });

  test('links are relative to the base element', () => {
    expect(parse('<base href="https://cdn.example/a/"><h1>Name</h1><img id="logo" src="logo.png">')?.logo?.url).toBe(
      'https://cdn.example/a/logo.png',
    );
  });
});

describe('texts', () => {
  const long = (html: string) => parse(`<h1>T</h1><div id="description">${html}</div>`)?.longDescription;

  test('are what a reader sees, block by block', () => {
    expect(
      long(
        '<h2>About</h2><script>no()</script><style>p{}</style><template>no</template><p hidden>no</p><h3>Head</h3>' +
          '<p>One<br>two<br><br>three</p>loose <b>te</b>xt<ul><li><p>First</p><p>more</p><li>Second</ul><table><tr><td>Cell<td>Cell</table>',
      ),
    ).toEqual({
      text: 'Head\nOne two\nthree\nloose text\nFirst\nmore\nSecond\nCell\nCell',
      headings: 1,
      paragraphs: 6,
      bulletItems: 2,
    });
  });

  test('lose white space and characters that nobody sees', () => {
    expect(parse('<h1> A\u00a0\u200b\n\t b&#0;&#7;\ufeff </h1>')?.title).toBe('A b\ufffd');
    expect(fromJsonLd(product({ name: 'A\u0000B\ud800' }))?.title).toBe('AB\ufffd');
  });

  test('end at their limits, never in mid-character', () => {
    expect(parse(`<h1>${'a'.repeat(9_000)}</h1>`)?.title).toHaveLength(5_000);
    expect(parse(`<h1>${'a'.repeat(4_999)}😀</h1>`)?.title).toBe('a'.repeat(4_999));
    expect(long(`<p>${'a '.repeat(100_001)}</p>`)).toMatchObject({ text: 'a '.repeat(100_000).trimEnd(), cut: true });
    expect(long(`<p>${'a '.repeat(100_000)}</p>`)).not.toHaveProperty('cut');
    const many = Array.from({ length: 900 }, (_, index) => `<li>Entry ${index}</li>`).join('');
    const content = parse(
      `<h1>T</h1><div id="highlights"><ul>${many}</ul></div><div id="keywords"><ul>${many}</ul></div>`,
    );
    expect([content?.highlights.length, content?.keywords.length]).toEqual([500, 500]);
  });
});

describe('encodings', () => {
  const page = (charset: string, title: string) => `<meta charset="${charset}"><h1>${title}</h1>`;
  const utf16 = (text: string, bom: string) => Buffer.from(bom + text, 'utf16le');

  test.each([
    ['a byte order mark', Buffer.from('\ufeff<h1>Café</h1>'), 'windows-1252', 'Café'],
    ['UTF-16 with a mark', utf16('<h1>Café</h1>', '\ufeff'), undefined, 'Café'],
    ['UTF-16 big-endian with a mark', utf16('<h1>Café</h1>', '\ufeff').swap16(), undefined, 'Café'],
    ['UTF-16 by the answer', utf16('<h1>Café</h1>', ''), 'utf-16le', 'Café'],
    ['the answer', encode('<h1>Café – 4 €</h1>', 'windows-1252'), 'windows-1252', 'Café – 4 €'],
    ['its meta element', encode(page('shift_jis', '桜ストレージ'), 'shift_jis'), undefined, '桜ストレージ'],
    [
      'an http-equiv element',
      encode('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><h1>Café</h1>', 'windows-1252'),
      undefined,
      'Café',
    ],
    ['nothing, valid UTF-8', Buffer.from('<h1>Café</h1>'), undefined, 'Café'],
    ['nothing, not UTF-8', encode('<h1>Café’s</h1>', 'windows-1252'), undefined, 'Café’s'],
    ['a name that is none', Buffer.from('<h1>Café</h1>'), 'no-such-charset', 'Café'],
  ])('told by %s', (_how, bytes, charset, title) => {
    expect(parse(bytes, { charset })?.title).toBe(title);
  });
});

describe('hostile pages', () => {
  const refuse = (html: string) => expect(() => parse(html)).toThrow(TooComplex);

  test('elements inside one another end at a depth', () => {
    refuse('<div>'.repeat(100_000));
    refuse(`<h1>T</h1>${'<ul><li>'.repeat(100_000)}`);
    refuse(fragment('<b>'.repeat(100_000)));
  });

  test('elements without number end at a count', () => {
    refuse('<br>'.repeat(1_000_000));
    refuse('<!---->'.repeat(500_000));
    // Unclosed formatting is made anew in each paragraph: millions of elements of a page of 20 KiB.
    refuse(`<p>${Array.from({ length: 500 }, (_, index) => `<font a${index}>`).join('')}${'<p>x'.repeat(2_000)}`);
    // The same in small, in each of 100 values.
    const small = `<p>${Array.from({ length: 40 }, (_, index) => `<b a${index}>`).join('')}${'<p>x'.repeat(100)}`;
    const keywords = Array.from({ length: 100 }, () => small);
    refuse(
      `<script type="application/ld+json">${JSON.stringify(product({ keywords })).replaceAll('<', '\\u003c')}</script>`,
    );
  });

  test.each([
    ['encodingFormat', { encodingFormat: `${'a'.repeat(200_000)}!` }],
    ['width', { width: `1${' '.repeat(200_000)}!` }],
  ])('a logo with a giant %s takes no time', async (_what, fields) => {
    const logo = { url: '/logo.png', ...fields };
    const read = () => expect(fromJsonLd(product({ logo }))?.logo).toMatchObject({ format: null, width: null });
    // Looked at again from each of its characters, it takes minutes.
    expect(await cpuTimeOf(read, 2_000)).toBeLessThanOrEqual(2_000);
  });

  test.each([
    ['a giant attribute', `<h1 title="${'a'.repeat(4_000_000)}">T</h1>`],
    ['an unclosed attribute', `<h1>T</h1><a href="${'a'.repeat(4_000_000)}`],
    ['an unclosed comment', `<h1>T</h1><!--${'-'.repeat(4_000_000)}`],
    ['an unclosed script', `<h1>T</h1><script>${'<!--<script>'.repeat(200_000)}`],
    ['ampersands', `<h1>T</h1><p id="description">${'&'.repeat(2_000_000)}`],
    ['entities', `<h1>T</h1><p id="description">${'&amp;lt;'.repeat(300_000)}`],
    ['blanks', `<h1>T</h1><p id="description">${' \n'.repeat(2_000_000)}`],
    [
      '10,000 blocks of JSON-LD',
      `<h1>T</h1>${'<script type="application/ld+json">{"@type":"Thing"}</script>'.repeat(10_000)}`,
    ],
    [
      'places inside one another',
      `${'<div class="vendor">'.repeat(500)}${' '.repeat(4_000_000)}${'</div>'.repeat(500)}<h1>T</h1>`,
    ],
    ['deep JSON-LD', `<h1>T</h1><script type="application/ld+json">${'['.repeat(2_000_000)}</script>`],
    [
      'a graph of 300,000 objects',
      `<h1>T</h1><script type="application/ld+json">{"@graph":[${'{},'.repeat(300_000)}{}]}</script>`,
    ],
    [
      'JSON-LD that contains itself',
      `<h1>T</h1><script type="application/ld+json">${'{"@graph":'.repeat(100_000)}{}${'}'.repeat(100_000)}</script>`,
    ],
  ])('%s takes bounded time', async (_what, html) => {
    // 20 to 900 ms of a slow core; what is wrong takes minutes.
    expect(await cpuTimeOf(() => expect(parse(html)?.title).toBe('T'), 10_000)).toBeLessThanOrEqual(10_000);
  });

  /** Markup within a value of JSON-LD, which is a parse of its own. */
  function fragment(description: string): string {
    return `<script type="application/ld+json">${JSON.stringify(product({ description })).replaceAll('<', '\\u003c')}</script>`;
  }
});
