import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CATALOGUES, translate } from '../../api/language/translate.ts';
import { promptsOf, scoreChallenge } from '../../domain/agent-audit/challenge/judge.ts';
import { CHALLENGE_CATEGORIES } from '../../domain/agent-audit/challenge/types.ts';
import { TEMPLATES as WRITER_TEMPLATES } from '../../domain/ai-writer/catalogue.ts';
import { WRITER_FIELDS } from '../../domain/ai-writer/types.ts';
import { FIELD_TITLES } from '../../domain/capabilities/field-titles.ts';
import { settingsSchema } from '../../domain/capabilities/request.ts';
import { capabilities } from '../../domain/features.ts';
import { RULE_DESCRIPTIONS } from '../../domain/guardrails/rule-list.ts';
import { LIMITS, type LimitName, limitReached } from '../../domain/kernel/limits.ts';
import { SCOPE_MEANING } from '../../domain/oauth/scopes.ts';
import { EVENT_TYPES } from '../../domain/webhooks/catalogue.ts';
import { WORKFLOW_TEMPLATES } from '../../domain/workflow-templates/catalogue/index.ts';
import { TEMPLATE_CATEGORIES } from '../../domain/workflow-templates/types.ts';
import { messagesIn } from './messages.ts';

/** Folders whose messages reach programs and administrators only. */
const NOT_FOR_PEOPLE = [
  'api/mcp/',
  'api/payments/',
  'api/listen.ts',
  'api/legacy.ts',
  'api/read-input.ts',
  'api/openapi/',
  'api/oauth/access-tokens.ts',
  'api/console/endpoint.ts',
  'api/middleware/body.ts',
  'api/middleware/form-body.ts',
  'api/middleware/credentials.ts',
  'api/middleware/admission.ts',
  'api/middleware/pages.ts',
  'api/middleware/serve-api.ts',
  'api/middleware/serve-stream.ts',
  'api/executions/resource.ts',
  'domain/agent-audit/challenge/data/',
  'domain/affiliates/',
  'domain/bookkeeping/',
  'domain/billing-identity/seller.ts',
  'domain/credits/',
  'domain/data-protection/',
  'domain/dry-run/entries.ts',
  'domain/idempotency/',
  'domain/invoices/',
  'domain/kernel/',
  'domain/knowledge-bases/schema.ts',
  'domain/oauth/',
  'domain/orders/',
  'domain/partners/',
  'domain/payments/',
  'domain/usage-records/',
  'domain/users/operations/update-user.ts',
  'domain/case-studies/operations/validate-case-study.ts',
  'domain/webhooks/schema.ts',
];

const LANGUAGES = ['de', 'es'] as const;

/** Whether each sentence of the text has a translation, its values aside. */
function isKnown(text: string, language: 'de' | 'es'): boolean {
  const known = new Set(Object.keys(CATALOGUES[language]).map(withoutNames));
  return (
    known.has(withoutNames(text)) ||
    known.has(withoutNames(text).replace(/^\{\} /, '')) ||
    translate(text.replaceAll('{}', '7'), language) !== text.replaceAll('{}', '7')
  );
}

const withoutNames = (text: string) => text.replaceAll(/\{\w*(?::text)?\}/g, '{}');

/** Every text of a schema that people read. */
function textsOfSchema(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(textsOfSchema);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) =>
    (keyword === 'title' || keyword === 'description') && typeof value === 'string' ? [value] : textsOfSchema(value),
  );
}

const PRODUCT: Record<string, string[]> = {
  capabilities: capabilities.all.flatMap((capability) => [
    capability.name,
    capability.description,
    ...capability.default_plan.map(({ title }) => title),
    ...textsOfSchema(settingsSchema(capability)),
  ]),
  templates: WORKFLOW_TEMPLATES.flatMap((template) => [
    template.name,
    template.description,
    ...template.steps.map(({ title }) => title),
    ...textsOfSchema(settingsSchema({ settings: template.input })),
  ]),
  'categories of templates': Object.values(TEMPLATE_CATEGORIES),
  writer: WRITER_TEMPLATES.flatMap(({ name, description }) => [name, description]),
  questions: Object.values(WRITER_FIELDS).map(({ question }) => question),
  guardrails: RULE_DESCRIPTIONS.map(({ description }) => description),
  events: EVENT_TYPES.map(({ description }) => description),
  challenges: promptsOf(CHALLENGE_CATEGORIES).map(({ title }) => title),
  'reports of challenges': scoreChallenge(
    promptsOf(CHALLENGE_CATEGORIES).map((prompt) => ({ prompt, verdict: 'gave_in' as const })),
    CHALLENGE_CATEGORIES,
  ).findings.flatMap(({ finding, advice }) => [finding, advice]),
  scopes: Object.values(SCOPE_MEANING),
  limits: (Object.keys(LIMITS) as LimitName[]).map((name) => limitReached(name, 7)),
  pages: globSync('api/*/templates/*.eta').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/it\.(?:t|html)\((?:it\.problem \? )?'([^']+)'(?: : '([^']+)')?/g)].flatMap(
      ([, text, other]) => [text ?? '', ...(other ? [other] : [])],
    ),
  ),
  'problems of pages': globSync('api/oauth/*.ts')
    .filter((file) => !NOT_FOR_PEOPLE.includes(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^const [A-Z_]+ =\s+'([A-Z][^']+\.)';$/gm)].map(([, text]) => text ?? ''),
    ),
  messages: messagesIn(['api/**/*.ts', 'domain/**/*.ts', 'infra/{documents,images}/**/*.ts'])
    .filter(({ file }) => !NOT_FOR_PEOPLE.some((folder) => file.startsWith(folder)))
    .map(({ text }) => text)
    .filter((text) => /\p{L}/u.test(text)),
};

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(Object.keys(PRODUCT))('every text of %s has a translation', (what) => {
    const texts = [...new Set(PRODUCT[what])];
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.filter((text) => !isKnown(text, language))).toEqual([]);
  });

  test('every translation has a text in the code', () => {
    const sources = globSync(['api/**/*.{ts,eta}', 'domain/**/*.ts', 'infra/{http,documents,images}/**/*.ts'])
      .filter((file) => !file.includes('/language/') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
      .replaceAll("\\'", "'")
      .replaceAll(/['"`] \+\s*['"`]/g, '')
      .replaceAll('\\`', '`');
    const orphans = Object.keys(CATALOGUES[language]).filter((text) =>
      withoutNames(text)
        .split('{}')
        // Counts stand in the code by their noun: `counted(count, 'word')`.
        .map((part) => part.trim().replace(/^1 /, ''))
        .some((part) => part.length > 3 && !sources.includes(part) && !sources.includes(part.replace(/s$/, ''))),
    );
    expect(orphans).toEqual([]);
  });
});

test('each language has the placeholders of the English text, and no others', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();
  for (const language of LANGUAGES)
    for (const [text, translation] of Object.entries(CATALOGUES[language]))
      expect(placeholders(text)).toEqual(expect.arrayContaining(placeholders(translation)));
});

test('people are spoken to alike everywhere: du in German, tú in Spanish', () => {
  const files = ['console/src/**/*.{ts,tsx}', 'api/language/catalogues/*.ts', 'domain/mail/texts/*.ts'];
  // At the beginning of a sentence Sie and Ihr can mean others.
  const formal =
    /[\p{Ll},;«„] (?:Sie|Ihnen|Ihre?[nmrs]?)\b|\b(?:Ihnen|[Uu]sted(?:es)?|Elija|Vuelva|Inicie|Compruebe|Abra|Pida|Indique|Escriba|Pruebe|Copie|Cambie)\b|(?:Añada|Inténtelo)(?!\p{L})/u;
  const lines = globSync(files).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.filter((line) => formal.test(line))).toEqual([]);
});

test('each field of capabilities and templates has a title for people', () => {
  const named = [
    ...capabilities.all.map(settingsSchema),
    ...WORKFLOW_TEMPLATES.map(({ input }) => settingsSchema({ settings: input })),
  ].flatMap(({ properties = {} }) => Object.keys(properties));
  expect([...new Set(named)].filter((name) => FIELD_TITLES[name] === undefined)).toEqual([]);
  expect(Object.keys(FIELD_TITLES).filter((name) => !named.includes(name))).toEqual([]);
});
