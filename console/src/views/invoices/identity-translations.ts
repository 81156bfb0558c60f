import { defineTranslations } from '../../i18n/translations.ts';

/** Texts of the billing identity. */
export const translations = defineTranslations({
  area: 'billingIdentity',
  en: {
    title: 'Billing identity',
    lead: 'What your next invoices say about you; those that were issued stay as they are.',
    notAllowed: 'Only owners see and change the billing identity.',
    legal_name: 'Legal name',
    email: 'E-mail for invoices',
    purchase_order: 'Purchase order number',
    language: 'Language of invoices',
    line1: 'Street and number',
    line2: 'Further address',
    postal_code: 'Postal code',
    city: 'City',
    region: 'State or region',
    country: 'Country',
    tax_ids: 'Tax numbers',
    taxIdsHint:
      'VAT numbers as they are, others with their kind before them; with commas between: DE123456789, us_ein 12-3456789',
    save: 'Save',
    saved: 'The billing identity was saved.',
  },
  de: {
    title: 'Rechnungsangaben',
    lead: 'Was deine nächsten Rechnungen über dich sagen; ausgestellte bleiben, wie sie sind.',
    notAllowed: 'Nur Inhaber sehen und ändern die Rechnungsangaben.',
    legal_name: 'Firma',
    email: 'E-Mail für Rechnungen',
    purchase_order: 'Bestellnummer',
    language: 'Sprache der Rechnungen',
    line1: 'Straße und Hausnummer',
    line2: 'Adresszusatz',
    postal_code: 'Postleitzahl',
    city: 'Ort',
    region: 'Bundesland oder Region',
    country: 'Land',
    tax_ids: 'Steuernummern',
    taxIdsHint:
      'Umsatzsteuernummern einfach so, andere mit ihrer Art davor; mit Kommas dazwischen: DE123456789, us_ein 12-3456789',
    save: 'Speichern',
    saved: 'Die Rechnungsangaben wurden gespeichert.',
  },
});
