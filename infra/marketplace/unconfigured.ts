import { MarketplaceError, type MarketplacePort } from './port.ts';

/** The marketplace of a service that was told of none: no address belongs to it, and nothing can be read. */
export const unconfiguredMarketplace: MarketplacePort = {
  host: '',
  async fetchListing() {
    throw new MarketplaceError('refused', 'No marketplace is configured for this service.');
  },
};
