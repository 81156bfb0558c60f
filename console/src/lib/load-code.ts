import { ApiError } from '../api/api-error.ts';
import { BASE_PATH } from '../settings.ts';

/**
 * The service has the code of this page no longer, as after a new release, or was not reached when it was asked for, which browsers do not forget:
 * a new page is needed.
 */
export class MissingCode extends Error {}

/**
 * Loads the code of a view or of a part of one. Where the service is reached and has it no longer, the router reloads the page, which it knows
 * by the browser's message; where it is not reached, that would leave the console for a page of the browser, so it is an error like that of
 * any other request.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw new MissingCode(error instanceof Error ? error.message : '', { cause: error });
    throw new ApiError(undefined, undefined);
  }
}

/** Loads the page again, where it is there. */
export async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

function isReachable(): Promise<boolean> {
  return fetch(`${BASE_PATH}/`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
