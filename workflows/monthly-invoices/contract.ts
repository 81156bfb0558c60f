/** Name of the workflow that has the metered use of the last month billed. */
export const MONTHLY_INVOICES_WORKFLOW = 'monthlyInvoices';
/** Id of the Schedule that runs it. */
export const MONTHLY_INVOICES_SCHEDULE = 'mw-monthly-invoices';

/** What the monthly run asks. */
export interface MonthlyInvoicesActivities {
  /** Starts the billing of the month before `at` for the next partners; `lastPartnerId` null: there are no more. */
  billMonth(input: {
    at: string;
    afterPartnerId: number;
  }): Promise<{ started: number; withoutCustomerId: number; lastPartnerId: number | null }>;
}
