import { Outlet, useLocation } from '@tanstack/react-router';
import { ForbiddenPage } from '../components/page.tsx';
import { useLabel, useTranslations } from '../i18n/translations.ts';
import { NAVIGATION, type NavigationGroup } from '../navigation.ts';
import { useMe } from './me.ts';
import { translations } from './translations.ts';

/** The view of the address. A view that the person's role does not include says so, without actions, and asks for nothing. */
export function ViewOfAddress() {
  const t = useTranslations(translations);
  const labelOf = useLabel();
  const { permissions } = useMe();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const item = NAVIGATION.flatMap((group: NavigationGroup) => group.items).find(
    ({ to }) => path === to || path.startsWith(`${to}/`),
  );
  if (!item?.permission || permissions.includes(item.permission)) return <Outlet />;
  return <ForbiddenPage title={labelOf(item.label)} reason={t.forbiddenText} />;
}
