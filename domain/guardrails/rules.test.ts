import { describe, expect, test } from '@jest/globals';
import { cpuTimeOf, longestHoldOf } from '../../test/environment/cpu-time.ts';
import { checkGuardrails } from './rules.ts';

/** No other request is served meanwhile. */
const MAX_HOLD_MS = 20;
const NONE = { partnerId: 1, terms: [] };

async function rulesHit(text: string, donts: string[] = []): Promise<string[]> {
  return (await checkGuardrails({ text, donts, allowed: NONE })).map((hit) => hit.rule);
}

/** Assembled here, so that secret scanners do not report the examples. */
const fake = (...parts: string[]) => parts.join('');
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const HITS: Record<string, string[]> = {
  'pii.email': ['Write to jane.doe@example.com today.', '[mail](mailto:j_smith+x@mail.example.co.uk)'],
  'pii.phone': [
    'Call +49 30 1234567.',
    'Reach Jane privately at (415) 555-0132',
    'Direct: 415-555-0132.',
    'Phone: 030 1234567',
    '+44 (0)20 7946 0958',
    'Mobile +44 7700 900123',
    'Phone: 0800 123 4567',
  ],
  'pii.payment_card': ['Card 4111 1111 1111 1111', 'amex 378282246310005.', 'MC 5555-5555-5555-4444'],
  'pii.iban': [
    'Pay to DE89 3704 0044 0532 0130 00 now',
    'GB82WEST12345698765432',
    'IBAN GB82 WEST 1234 5698 7654 32 OUR BANK',
    'NO93 8601 1117 947',
    'MT84MALT011000012345MTLCAST001S',
    'Compte DZ580002100001113000000570',
  ],
  'pii.ssn': ['SSN 123-45-6789'],
  'secret.api_key': [
    fake('key AKI', 'AIOSFODNN7EXAMPLE'),
    fake('token gh', 'p_', LETTERS, '0123456789'),
    fake('s', 'k-proj-', LETTERS, '123'),
    fake('s', 'k_live_', LETTERS),
    fake('xo', 'xb-', '1234567890-abc'),
    fake('AIz', 'a', LETTERS, '012345678'),
    fake('gh', 's_123_', LETTERS),
    fake('gs', 'k_', LETTERS, LETTERS),
    fake('h', 'f_', LETTERS, 'abcdefgh'),
    fake('xap', 'p-1-', 'A0123456789'),
    fake('https://hooks.slack', '.com/services/T0123/B0123/', LETTERS),
    fake('shp', 'at_', '0123456789abcdef', '0123456789abcdef'),
    fake('lin', '_api_', LETTERS, '012345'),
    fake('nt', 'n_', '01234567890', LETTERS, '012345678'),
    fake('gl', 'sa_', LETTERS, '012345', '_0123abcd'),
    fake('da', 'pi', '0123456789abcdef', '0123456789abcdef'),
    fake('dckr', '_pat_', LETTERS, '0'),
    fake('fi', 'gd_', LETTERS, LETTERS),
    fake('hv', 's.', LETTERS, LETTERS, LETTERS, LETTERS),
  ],
  'secret.platform_key': [fake('vp', '3_', LETTERS, LETTERS), fake('ad', 'm_', LETTERS.toUpperCase())],
  'secret.private_key': [fake('-----BEGIN RSA PRIV', 'ATE KEY-----'), fake('-----BEGIN PRIV', 'ATE KEY-----')],
  'secret.token': [fake('ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0.', LETTERS)],
  'claim.banned': [
    'It cures downtime.',
    'A risk-free start',
    'Guaranteed returns for all',
    'Your success is guaranteed',
  ],
  'claim.unprovable': [
    'The #1 platform',
    'We are #1.',
    'the best in the world',
    'the fastest database on the market',
    'The most trusted tool in the industry',
    '100% secure',
    "World's leading provider",
    'The number one choice',
    'an unhackable vault',
  ],
};

describe('rules that find something', () => {
  test.each(Object.entries(HITS).flatMap(([rule, texts]) => texts.map((text) => [rule, text])))(
    '%s: %s',
    async (rule, text) => {
      expect(await rulesHit(text ?? '')).toEqual([rule]);
    },
  );
});

describe('ordinary text', () => {
  test.each([
    'Released on 2026-05-01 at 10:30:00.000Z, updated 01/05/2026.',
    'It costs $1,299.00 or 1 299,00 € for 1,000,000 requests between 2020-2025.',
    'Version 1.2.3 replaces 10.20.30.4000; install @scope/package@2.64.0 or core@1.x.',
    'See [the guide](https://example.com/docs/v3/page-1?id=12345678901234) and [part](#1).',
    'Follow @marketwright and mention user@localhost.',
    'Order 1234567890123456 and timestamp 1760000000000 are no cards.',
    'Card 4111 1111 1111 1112 has a wrong check digit.',
    'GB27 0000 6016 1331 9268 19 has the right check digits and no bank.',
    'DE89 3704 0044 0532 0130 01 has wrong check digits, and AB12CDEFGHIJKLMNOP has no country.',
    '000-12-3456, 666-12-3456, 912-34-5678 and 123-456-789 were never given out.',
    'Our desk: support@example.com, press@example.org, or +1 800 555 0199.',
    'Reach us at (415) 555-0132.',
    'vertrieb@example.com, presse@example.com and security@example.com are read by many.',
    'Zentrale: +49 30 1234567. Atención al cliente: +34 91 123 45 67.',
    'Grow by +25 % to +30 %, or +10,000,000 users.',
    'From +1 000 000 000 to +99 1234567 calls.',
    'Call free of charge: +49 800 1234567, +44 800 123 4567, +800 1234 5678 or 1-888-555-0199.',
    'Server 192.168.100.200 and 255.255.255.0 answer in 415.55 ms.',
    'Use sk-learning-about-hyphenated-words-in-text and the vp3_ prefix.',
    'Tip #1: start small. See issue #1 and place #12.',
    'Secure by default, procured in the industry, one of the most used tools.',
    'The best way to begin is a pilot. Results are not guaranteed by law.',
    'Nothing here is 100% of the budget.',
    'Public key: -----BEGIN PUBLIC KEY-----',
    'The number one priority is uptime.',
  ])('%s', async (text) => {
    expect(await rulesHit(text)).toEqual([]);
  });
});

describe('brand voice', () => {
  test.each([
    ['Leverage   Synergies\nnow', 'leverage synergies'],
    ["We **don't** care.", 'don’t care'],
    ['Straße frei', 'STRASSE'.toLowerCase().replace('ss', 'ß')],
    ['A cheap deal!', 'cheap'],
    ['Wow!!! Great', '!!!'],
  ])('%j holds %j', async (text, phrase) => {
    expect(await rulesHit(text, [phrase])).toEqual(['brand_voice.dont']);
  });

  test.each([
    ['cheaper than ever', 'cheap'],
    ['a dirt-cheapness', 'cheap'],
    ['anything at all', '   '],
    ['over a naïveté', 'naïve'],
  ])('%j does not hold %j', async (text, phrase) => {
    expect(await rulesHit(text, [phrase])).toEqual([]);
  });
});

describe('length', () => {
  const words = { min: 3, max: 5 };
  test.each([
    ['one two', 1],
    ['one two three', 0],
    ['# one two three four five -', 0],
    ['one two three four five six', 1],
  ])('%j: %d hits', async (text, hits) => {
    expect(await checkGuardrails({ text, words, donts: [], allowed: NONE })).toHaveLength(hits);
  });
});

describe('hits', () => {
  test('come once per rule, as block or review, with the words, and without a person’s', async () => {
    const text = 'jane@example.com, joe@example.com: the #1 cure, 100% secure, unbeatable';
    const hits = await checkGuardrails({ text, donts: ['cure'], allowed: NONE });
    expect(hits.map(({ rule, action }) => `${rule} ${action}`)).toEqual([
      'pii.email block',
      'claim.banned review',
      'claim.unprovable review',
      'brand_voice.dont review',
    ]);
    expect(hits.map(({ message }) => message)).toEqual([
      'The text contains an email address of a person (pii.email): "j…@example.com", "…@example.com". To let it pass, add the words to the allowed terms.',
      'The text promises healing (claim.banned): "cure". To let it pass, add the words to the allowed terms.',
      'The text makes claims that cannot be proved (claim.unprovable): "unbeatable", "#1 cure", "100% secure". To let it pass, add the words to the allowed terms.',
      'The text uses a phrase that the brand voice rules out (brand_voice.dont): "cure". To let it pass, take it out of the brand voice\'s donts.',
    ]);
  });

  test('show long words up to a whole character', async () => {
    const dont = `${'x'.repeat(78)}😀 yes`;
    const [hit] = await checkGuardrails({ text: dont, donts: [dont], allowed: NONE });
    expect(hit?.message).toContain(`"${'x'.repeat(78)}…"`);
  });

  test.each([
    'a'.repeat(100_000),
    '1'.repeat(100_000),
    '1 '.repeat(50_000),
    'AA11 '.repeat(20_000),
    'a.'.repeat(50_000),
    'a@'.repeat(50_000),
    `x@${'a.'.repeat(50_000)}`,
    'eyJa'.repeat(25_000),
    '+1 ('.repeat(25_000),
    '+49 800 1234567, '.repeat(6_000),
    Array.from({ length: 2_500 }, (_, index) => `+49 800 ${1_000_000 + index}`).join(', '),
    'most '.repeat(20_000),
    '-----BEGIN A '.repeat(7_500),
    'sk-'.repeat(30_000),
    'hvs.'.repeat(25_000),
    'ghs_1_'.repeat(15_000),
    'hooks.slack.com/services/T'.repeat(4_000),
    `hooks.slack.com/services/T${'a/B'.repeat(30_000)}`,
  ])('take time in proportion to the text (%#)', async (text) => {
    const check = () => checkGuardrails({ text, donts: ['a a', 'aaaa b'], allowed: NONE });
    expect(await cpuTimeOf(check, 500)).toBeLessThan(500);
  });

  test.each(['Guaranteed results, 100% secure. ', 'Tel 0151 2345678, ', 'a@b.io '])(
    'others have their turn while a long text of %j is read',
    async (part) => {
      let turns = 0;
      let isReading = true;
      const others = (async () => {
        for (; isReading; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      })();
      await checkGuardrails({ text: part.repeat(200_000 / part.length), donts: [], allowed: NONE });
      isReading = false;
      await others;
      expect(turns).toBeGreaterThan(10);
    },
  );

  const hundred = (termOf: (index: number) => string) => Array.from({ length: 100 }, (_, index) => termOf(index));
  const filler = 'z'.repeat(150);
  test.each([
    ['addresses beside terms that hold them', 'a@b.co,', { terms: hundred((n) => `a@b.co,a@b.co ${filler}${n}`) }],
    [
      'one number beside terms of digits',
      '+493012345678,',
      { terms: [...hundred((n) => `${'1 '.repeat(90)}${n}`).slice(1), '+493012345678'] },
    ],
    [
      'allowed claims',
      'We guarantee results. ',
      { terms: [...hundred((n) => `guarantee results ${n} ${filler}`).slice(1), 'results'] },
    ],
    ['one long word, and phrases of its letter', 'a', { phrases: hundred((n) => 'a'.repeat(n + 1)) }],
    ['words of another script', 'é', { phrases: hundred((n) => 'é'.repeat(n + 1)) }],
    [
      'characters that become eighteen',
      '\uFDFA',
      { phrases: hundred(() => '\uFDFA'.repeat(200)), terms: hundred((n) => '\uFDFA'.repeat(100 + n)) },
    ],
    [
      'addresses, and long passages that are cited',
      'a@b.co,',
      { cited: hundred((n) => `${n} ${'word '.repeat(400)}`) },
    ],
  ])('they hold the event loop for a moment at most: %s', async (_what, part, given) => {
    const { terms = [], phrases = [], cited = [] }: { terms?: string[]; phrases?: string[]; cited?: string[] } = given;
    const text = part.repeat(16_000 / part.length);
    const subject = { text, donts: phrases, banned: phrases, cited, allowed: { partnerId: 1, terms } };
    expect(await longestHoldOf(() => checkGuardrails(subject), MAX_HOLD_MS)).toBeLessThanOrEqual(MAX_HOLD_MS);
  });

  test('many texts at once hold it no longer than one', async () => {
    const subject = { text: 'Guaranteed results, 100% secure. '.repeat(2_000), donts: [], allowed: NONE };
    const many = () => Promise.all(Array.from({ length: 16 }, () => checkGuardrails(subject)));
    expect(await longestHoldOf(many, MAX_HOLD_MS)).toBeLessThanOrEqual(MAX_HOLD_MS);
  });
});
