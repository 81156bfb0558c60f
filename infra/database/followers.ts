/** Topic on which those who follow a partner are woken when something of it has changed. */
export function followersTopic(partnerId: number): string {
  return `mcp:${partnerId}`;
}
