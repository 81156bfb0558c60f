import { lazy, Suspense } from 'react';
import { useLazyMenu } from '../components/lazy-menu.ts';
import { AccountButton } from './account-button.tsx';

const loadMenu = () => import('./account-menu.tsx');
const AccountMenu = lazy(loadMenu);

/** The button of the account menu, and the menu from the first press on. */
export function Account({ onHelp }: { onHelp: () => void }) {
  const menu = useLazyMenu(loadMenu);
  const button = <AccountButton {...menu.button} />;
  if (!menu.isWanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu onHelp={onHelp} />
    </Suspense>
  );
}
