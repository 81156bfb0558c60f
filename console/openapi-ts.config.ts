import { defineConfig } from '@hey-api/openapi-ts';

/** How the client is made of the API document; `npm run generate:console` writes that first. */
export default defineConfig({
  input: 'console/src/api/generated/openapi.json',
  output: { path: 'console/src/api/generated/client', entryFile: false, clean: true },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', '@tanstack/react-query'],
});
