import type { OutboundError } from '../http/outbound-error.ts';
import { MarketplaceClosed, MarketplaceError, type MarketplaceFailure, type MarketplacePort } from './port.ts';

/** The error for a call without an answer that the caller did not abort. `limitMs`: of the whole clock; `moved`: a redirect had led there. */
export function failureOfCall(
  error: OutboundError,
  limitMs: number,
  moved: boolean,
): MarketplaceError | MarketplaceClosed {
  const as = (failure: MarketplaceFailure, message: string) => new MarketplaceError(failure, message, error);
  switch (error.kind) {
    case 'invalid_url':
    case 'blocked_address':
      return as(
        'refused',
        moved
          ? 'The page of this listing has moved to an address that must not be called.'
          : 'The marketplace is at an address that must not be called.',
      );
    case 'dns':
      return as('unreachable', 'The host name of the marketplace could not be resolved.');
    case 'tls':
      return as('unreachable', 'No secure connection to the marketplace could be made.');
    case 'connect':
      return as('unreachable', 'The marketplace could not be reached.');
    case 'reset':
      return as('unreachable', 'The connection to the marketplace ended before the page was complete.');
    case 'protocol':
      return as('server-error', 'The marketplace did not answer in valid HTTP.');
    case 'timeout':
      return as('timeout', `The marketplace did not answer within ${limitMs / 1000} seconds.`);
    case 'busy':
      return busy(error);
    case 'aborted':
      return new MarketplaceClosed();
  }
}

/** The service had no slot or reader for the page in time, which says nothing about the listing. */
export function busy(cause?: unknown): MarketplaceError {
  return new MarketplaceError('busy', 'The service is busy with other pages. Try again in a minute.', cause);
}

/** The error for a status without a page; undefined for a success. */
export function failureOfStatus(status: number): MarketplaceError | undefined {
  if (status === 200 || status === 203) return undefined;
  if (status === 404 || status === 410) {
    return new MarketplaceError('missing', 'The marketplace has no listing with this id.');
  }
  if (status === 429) return new MarketplaceError('server-error', 'The marketplace asks for fewer requests.');
  if (status >= 500) return new MarketplaceError('server-error', `The marketplace answered with an error (${status}).`);
  if (status >= 400) {
    return new MarketplaceError('refused', `The marketplace does not show this listing (${status}).`);
  }
  return new MarketplaceError('unreadable', `The marketplace answered without a page (${status}).`);
}

/** The marketplace of a service without a configured one: it has no addresses and no listing can be read. */
export const unconfiguredMarketplace: MarketplacePort = {
  host: '',
  urlOf: () => '',
  async fetchListing() {
    throw new MarketplaceError('refused', 'No marketplace is configured for this service.');
  },
};
