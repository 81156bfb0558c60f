/** What a 401 or 403 tells of what would do. */
export interface Challenge {
  /** Address of the resource's metadata (RFC 9728, section 5.1). */
  resourceMetadata: string;
  /** Scopes that would do. */
  scope?: readonly string[];
  /** `invalid_token` of a token that is not valid, `insufficient_scope` of one that does not reach; none without a token (RFC 6750). */
  error?: 'invalid_token' | 'insufficient_scope';
}

/** The value of WWW-Authenticate. */
export function wwwAuthenticate({ resourceMetadata, scope, error }: Challenge): string {
  const parameters = [
    ...(error ? [`error="${error}"`] : []),
    ...(scope ? [`scope="${scope.join(' ')}"`] : []),
    `resource_metadata="${resourceMetadata}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
