const MINUTE_S = 60;

/** A day in seconds. */
export const DAY_S = 86_400;

/** Lifetimes, seconds. A refresh token is replaced with each use, which restarts its lifetime. */
export const TTL = {
  AccessToken: 15 * MINUTE_S,
  ClientCredentials: 15 * MINUTE_S,
  AuthorizationCode: MINUTE_S,
  RefreshToken: 30 * DAY_S,
  Grant: 180 * DAY_S,
  Session: 14 * DAY_S,
  Interaction: 30 * MINUTE_S,
  IdToken: 15 * MINUTE_S,
};
