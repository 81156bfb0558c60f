import { ApiError } from '../api/api-error.ts';
import { BASE_PATH } from '../settings.ts';

/**
 * Loads the code of a view. Where the service is reached and has it no longer, as after a new release, the router reloads the page; where it
 * is not reached, that would leave the console for a page of the browser, so it is an error like that of any other request.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw error;
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
