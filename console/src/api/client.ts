import { authorizedFetch } from '../auth/authorized-fetch.ts';
import { ApiError } from './api-error.ts';
import { client } from './generated/client/client.gen.ts';

/** Points the generated client at this origin and authorizes its requests. */
export function configureClient(): void {
  client.setConfig({
    baseUrl: `${location.origin}/api/v1`,
    fetch: (request) => authorizedFetch(request as Request),
    throwOnError: true,
  });
  client.interceptors.error.use((error, response) => new ApiError(error, response));
}
