/** Reference of a run's credits in the ledger. */
export function runCredits(rowKey: string): string {
  return `agent_evaluation:${rowKey}`;
}
