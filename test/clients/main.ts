/**
 * `npm run clients [typescript|python|go|java|kotlin|spectral]`: clients that others' programs generate of the API document, compiled, and five calls with
 * each against a stack of its own; all when none is named, without those whose programs are missing. Exits with 1 when one fails, or
 * when what a named one needs is missing.
 */
import { startStack } from '../../infra/local/stack.ts';
import { callByClient, LANGUAGES, type Language, MissingProgram } from './clients.ts';

const named = process.argv.slice(2);
const isLanguage = (name: string): name is Language => LANGUAGES.some((language) => language === name);
const asked = named.length > 0 ? named.filter(isLanguage) : LANGUAGES;
if (named.length > asked.length) throw new Error(`There are ${LANGUAGES.join(', ')}.`);

const stack = await startStack();
try {
  for (const language of asked) {
    try {
      await callByClient(language, { origin: stack.urls.apiOrigin, apiKey: stack.credentials.api_key });
      process.stdout.write(`${language}: ok\n`);
    } catch (error) {
      const { message, cause } = error as Error;
      if (error instanceof MissingProgram && named.length === 0) {
        process.stdout.write(`${language}: skipped. ${message}\n`);
        continue;
      }
      process.stdout.write(`${language}: ${[message, cause].filter(Boolean).map(String).join(' ')}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await stack.stop();
}
