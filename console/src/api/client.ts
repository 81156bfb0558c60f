import { authorizedFetch } from '../auth/authorized-fetch.ts';
import { ApiError } from './api-error.ts';
import { client } from './generated/client/client.gen.ts';

/** Leads the generated client to this origin, as the person who is signed in. */
export function configureClient(): void {
  client.setConfig({
    baseUrl: `${location.origin}/api/v1`,
    fetch: (request) => authorizedFetch(request as Request),
    throwOnError: true,
  });
  client.interceptors.error.use((error, response) => new ApiError(error, response));
}
