import { billingSettings } from '../domain/billing-settings.ts';
import { checkedSetting, logoFile, settingsOrExit } from '../infra/config/environment.ts';
import type { ServiceConfig } from '../infra/config/service.ts';

/** The operator's billing files, of which the one with the accounts is for the API's journal. Ends the process where one is wrong. */
export function billingOrExit({ payments }: Pick<ServiceConfig, 'payments'>) {
  return settingsOrExit(() =>
    billingSettings({ ...payments, accounts: undefined }, { checked: checkedSetting, logoFile }),
  );
}
