/** What a 401 or 403 tells of what would do. */
export interface Challenge {
  /** Address of the resource's metadata (RFC 9728, section 5.1). */
  resourceMetadata: string;
  /** Scopes that would do. */
  scope?: readonly string[];
  /** `invalid_token` of a token that is not valid, `insufficient_scope` of one that does not reach; none without a token (RFC 6750). */
  error?: 'invalid_token' | 'insufficient_scope';
  /** For people; ASCII without quotation marks and backslashes. */
  description?: string;
}

/** The value of WWW-Authenticate. */
export function wwwAuthenticate({ resourceMetadata, scope, error, description }: Challenge): string {
  const parameters = [
    ...(error ? [`error="${error}"`] : []),
    ...(description ? [`error_description="${description.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '')}"`] : []),
    ...(scope ? [`scope="${scope.join(' ')}"`] : []),
    `resource_metadata="${resourceMetadata}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
