import { defineConfig } from '@hey-api/openapi-ts';

/** How the client is made; run in the folder that has the document. */
export default defineConfig({
  input: 'openapi.json',
  output: { path: 'client', clean: true, module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
});
