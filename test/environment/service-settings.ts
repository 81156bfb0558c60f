/**
 * Settings of a product that many tests call over HTTP: loopback counts as a trusted proxy, so that each test can come from an address
 * of its own, and passwords cost little.
 */
export const TEST_SETTINGS = {
  TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
  LOG_LEVEL: 'warn',
  PASSWORD_COST_LOG2: '10',
};
