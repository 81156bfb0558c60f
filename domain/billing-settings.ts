import type { checkedSetting, logoFile } from '../infra/config/environment.ts';
import type { ServiceConfig } from '../infra/config/service.ts';
import type { BillingCatalogue } from '../infra/payments/port.ts';
import { sellerFile } from './billing-identity/seller.ts';
import { accountsFile } from './bookkeeping/accounts.ts';
import { taxRulesFile } from './invoices/tax-rules.ts';
import { type Invoicing, NO_INVOICING } from './kernel/invoicing.ts';
import { billingCatalogue, DEFAULT_CATALOGUE } from './payments/catalogue.ts';

/** How values behind settings are validated and files read; both throw for what is wrong. */
interface SettingReaders {
  checked: typeof checkedSetting;
  logoFile: typeof logoFile;
}

/** What a process needs of the operator's billing files. */
type BillingFiles = Pick<ServiceConfig['payments'], 'catalogue' | 'seller' | 'taxRules' | 'accounts'>;

/** The catalogue and the settings of invoices as the operator's files have them, else the built-in ones. Throws SettingsError. */
export function billingSettings(
  { catalogue, seller: said, taxRules, accounts: named }: BillingFiles,
  { checked, logoFile }: SettingReaders,
): { billing: BillingCatalogue; invoicing: Invoicing } {
  const billing = checked('BILLING_CATALOGUE', billingCatalogue, catalogue ?? DEFAULT_CATALOGUE);
  const tax = taxRules === undefined ? null : checked('BILLING_TAX_RULES', taxRulesFile, taxRules);
  const accounts = named === undefined ? NO_INVOICING.accounts : checked('BILLING_ACCOUNTS', accountsFile, named);
  if (said === undefined) return { billing, invoicing: { ...NO_INVOICING, tax, accounts } };
  const { seller, logo } = checked('BILLING_SELLER', sellerFile, said);
  const image = logo === null ? null : logoFile('BILLING_SELLER', logo);
  return { billing, invoicing: { seller, logo: image, tax, accounts } };
}
