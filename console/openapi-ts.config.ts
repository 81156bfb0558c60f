import { defineConfig } from '@hey-api/openapi-ts';

/** Generates the client from the API document, which `npm run generate:console` writes first. */
export default defineConfig({
  input: 'console/src/api/generated/openapi.json',
  output: { path: 'console/src/api/generated/client', entryFile: false, clean: true },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    // Every request gets the person's token; what each route takes otherwise would be sent to every browser.
    { name: '@hey-api/sdk', auth: false },
    '@tanstack/react-query',
  ],
});
