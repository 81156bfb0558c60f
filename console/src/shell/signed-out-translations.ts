import { defineTranslations } from '../i18n/translations.ts';

/** Texts of the pages of people who are not signed in. */
export const translations = defineTranslations({
  area: 'signedOut',
  en: {
    signIn: 'Sign in',
    signedOut: 'You have signed out',
    signedOutText: 'Nobody is signed in to Marketwright in this browser.',
    signInFailed: 'You could not be signed in',
    signInBlockedText: 'Allow cookies and site data for this address, then try again.',
    signingIn: 'Signing in',
    signInUnavailable: 'Signing in is not possible at the moment',
    signInUnavailableText:
      'The sign-in service is busy or cannot be reached. Check your connection and try again in a moment; if it fails again, contact the administrator of this service.',
    signInCancelled: 'You are not signed in',
    signInCancelledText: 'You left the sign-in before it was completed. Nothing has changed.',
    signInFailedText:
      'The sign-in was not completed. Try again; if it fails again, contact the administrator of this service.',
  },
  de: {
    signIn: 'Anmelden',
    signedOut: 'Du hast dich abgemeldet',
    signedOutText: 'In diesem Browser ist niemand bei Marketwright angemeldet.',
    signInFailed: 'Die Anmeldung ist fehlgeschlagen',
    signInBlockedText: 'Erlaube Cookies und Websitedaten für diese Adresse und versuch es dann noch einmal.',
    signingIn: 'Du wirst angemeldet',
    signInUnavailable: 'Die Anmeldung ist gerade nicht möglich',
    signInUnavailableText:
      'Der Anmeldedienst ist ausgelastet oder nicht erreichbar. Prüfe deine Verbindung und versuch es gleich noch einmal; wenn es wieder nicht klappt, wende dich an den Betreiber dieses Dienstes.',
    signInCancelled: 'Du bist nicht angemeldet',
    signInCancelledText: 'Du hast die Anmeldung abgebrochen. Es hat sich nichts geändert.',
    signInFailedText:
      'Die Anmeldung wurde nicht abgeschlossen. Versuch es noch einmal; wenn es wieder nicht klappt, wende dich an den Betreiber dieses Dienstes.',
  },
});
