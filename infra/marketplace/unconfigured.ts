import { MarketplaceError, type MarketplacePort } from './port.ts';

/** The marketplace of a service without a configured one: it has no addresses and no listing can be read. */
export const unconfiguredMarketplace: MarketplacePort = {
  host: '',
  async fetchListing() {
    throw new MarketplaceError('refused', 'No marketplace is configured for this service.');
  },
};
