import { defineTranslations } from '../../i18n/translations.ts';

/** Texts of the billing identity. */
export const translations = defineTranslations({
  area: 'billingIdentity',
  en: {
    title: 'Billing identity',
    lead: 'Your details on future invoices; issued ones stay as they are.',
    notAllowed: 'Only owners see and change the billing identity.',
    legal_name: 'Legal name',
    email: 'E-mail for invoices',
    purchase_order: 'Purchase order number',
    language: 'Language of invoices',
    line1: 'Address line 1',
    line2: 'Address line 2',
    postal_code: 'Postal code',
    city: 'City',
    region: 'State or region',
    country: 'Country',
    tax_ids: 'Tax numbers',
    taxIdsHint:
      'VAT numbers as they are, others prefixed with their type; separated by commas: DE123456789, us_ein 12-3456789',
    save: 'Save',
    saved: 'Billing identity saved.',
  },
  de: {
    title: 'Rechnungsdaten',
    lead: 'Deine Angaben auf künftigen Rechnungen; ausgestellte bleiben, wie sie sind.',
    notAllowed: 'Nur Inhaber können die Rechnungsdaten sehen und ändern.',
    legal_name: 'Rechtlicher Name',
    email: 'E-Mail für Rechnungen',
    purchase_order: 'Bestellnummer',
    language: 'Sprache der Rechnungen',
    line1: 'Adresszeile 1',
    line2: 'Adresszeile 2',
    postal_code: 'Postleitzahl',
    city: 'Stadt',
    region: 'Bundesland oder Region',
    country: 'Land',
    tax_ids: 'Steuernummern',
    taxIdsHint:
      'USt-IdNrn. ohne Zusatz, andere mit vorangestelltem Typ; durch Kommas getrennt: DE123456789, us_ein 12-3456789',
    save: 'Speichern',
    saved: 'Rechnungsdaten gespeichert.',
  },
});
