import { countrySpecs } from 'ibantools';

/**
 * Codes of ISO 3166-1 alpha-2, in order. ibantools lists all of them with the form of their account numbers, and XK,
 * which ISO leaves to its users.
 */
export const COUNTRIES: readonly string[] = Object.keys(countrySpecs)
  .filter((code) => code !== 'XK')
  .sort();

/** Member states of the European Union (https://european-union.europa.eu/principles-countries-history/eu-countries_en). */
export const EU_COUNTRIES: ReadonlySet<string> = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU'],
  ...['LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
]);
