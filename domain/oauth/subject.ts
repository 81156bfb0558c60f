/** `sub` of tokens that this service issues for users. */
export function subjectOfUser(userId: number): string {
  return `user_${userId}`;
}

/** The user's number in such a `sub`, or undefined. */
export function userOfSubject(subject: string): number | undefined {
  const match = /^user_([1-9]\d{0,15})$/.exec(subject);
  return match ? Number(match[1]) : undefined;
}
