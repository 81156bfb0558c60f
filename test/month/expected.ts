import type { Books } from './books.ts';

/** Worked out by hand, from the prices, rates and rules alone. */
export const EXPECTED: Books = {
  partners: {
    adler: {
      plan: 'command_plus',
      credits: '497, 0 held, 0 owed',
      invoices: [
        [
          // 499.00 × 0.19 = 94.81
          '2023-12-02 subscription EUR 499 + 94.81 = 593.81, paid 593.81, credited 0, due 0, too much 0: paid, due by 2024-01-01',
          '1 Order adler-plan = 499, S 0.19 94.81',
          'payment 2023-12-04 593.81, then 593.81',
        ],
        [
          // 49.90 × 0.19 = 9.481; 60.00 came, and 0.62 were given back.
          '2023-12-02 token_pack EUR 49.9 + 9.48 = 59.38, paid 60, credited 0, due 0, too much 0: paid, due by 2024-01-01',
          '1 Order adler-pack = 49.9, S 0.19 9.48',
          'payment 2023-12-06 20, then 20',
          'payment 2023-12-20 40, then 60',
          'refund 2023-12-21 -0.62, then 59.38',
        ],
        [
          '2024-01-02 marketplace_usage EUR 82 + 11.98 = 93.98, paid 83.28, credited 10.7, due 0, too much 0: paid, due by 2024-02-01',
          '10 books = 30, S 0.07 2.1, 2023-12-01 to 2023-12-31',
          '1040 calls = 52, S 0.19 9.88, 2023-12-01 to 2023-12-31',
          'payment 2024-02-06 83.28, then 83.28',
          // 10.00 and 7 %
          'credit note 2024-01-08 10.7, tax 0.7',
        ],
        [
          '2024-02-02 marketplace_usage EUR 15 + 2.85 = 17.85, paid 0, credited 0, due 17.85, too much 0: open overdue since 2024-03-03',
          '40 calls = 2, S 0.19 0.38, 2023-11-01 to 2023-11-30',
          '60 calls = 3, S 0.19 0.57, 2023-12-01 to 2023-12-31',
          '200 calls = 10, S 0.19 1.9, 2024-01-01 to 2024-01-31',
        ],
      ],
      // Paid: 593.81 + 59.38 + 83.28
      summary: ['EUR: 4 over 765.02, paid 736.47, outstanding 17.85'],
      ledger: ['capture 3', 'hold 3', 'purchase 500', 'release 0'],
    },
    boreal: {
      plan: 'starter',
      // 5,000 and 1,000, less the 6 that were spent of the refunded pack.
      credits: '5994, 0 held, 0 owed',
      invoices: [
        [
          '2023-12-03 subscription USD 99 + 0 = 99, paid 99, credited 0, due 0, too much 0: paid, due by 2023-12-17',
          '1 Subscription, plan business = 99, G 0 0',
          'payment 2023-12-03 99, then 99',
        ],
        [
          '2023-12-03 token_pack USD 20 + 0 = 20, paid 20, credited 20, due 0, too much 0: paid, due by 2023-12-17',
          '1 1,000 credits = 20, G 0 0',
          'payment 2023-12-03 20, then 20',
          'refund 2023-12-07 -20, then 0',
          'credit note 2023-12-07 20, tax 0',
        ],
        [
          '2023-12-09 token_pack USD 90 + 0 = 90, paid 90, credited 0, due 0, too much 0: paid, due by 2023-12-23',
          '1 5,000 credits = 90, G 0 0',
          'payment 2023-12-09 90, then 90',
          'refund 2023-12-14 -30, then 60',
          'refund 2023-12-16 30, then 90',
          'credit note 2023-12-14 30, tax 0',
          'credit note 2023-12-16 -30, tax 0',
        ],
        [
          '2023-12-11 token_pack USD 20 + 0 = 20, paid 20, credited 0, due 0, too much 0: paid, due by 2023-12-25',
          '1 1,000 credits = 20, G 0 0',
          'payment 2023-12-11 20, then 20',
        ],
        [
          '2024-01-02 marketplace_usage USD 37.5 + 0 = 37.5, paid 37.5, credited 0, due 0, too much 0: paid, due by 2024-01-16',
          '3 seats = 37.5, G 0 0, 2023-12-01 to 2023-12-31',
          'payment 2024-04-01 37.5, then 37.5',
        ],
      ],
      summary: ['USD: 5 over 266.5, paid 246.5, outstanding 0'],
      ledger: [
        'adjustment -1000',
        'adjustment -1666',
        'adjustment -6',
        'adjustment -994',
        'adjustment 1000',
        'adjustment 1666',
        'capture 3',
        'capture 3',
        'hold 3',
        'hold 3',
        'purchase 1000',
        'purchase 1000',
        'purchase 5000',
        'release 0',
        'release 0',
      ],
    },
    chiyoda: {
      plan: 'starter',
      // 450 × 1,100 / 3,300 = 150 were taken back.
      credits: '300, 0 held, 0 owed',
      invoices: [
        [
          // 2,200 / 1.1
          '2023-12-03 token_pack JPY 2000 + 200 = 2200, paid 2200, credited 2200, due 0, too much 0: paid, due by 2023-12-13',
          '1 300 credits = 2000, S 0.1 200',
          'payment 2023-12-03 2200, then 2200',
          'dispute 2023-12-15 -2200, then 0',
          'credit note 2023-12-15 2200, tax 200',
        ],
        [
          '2023-12-14 token_pack JPY 3000 + 300 = 3300, paid 3300, credited 1100, due 0, too much 0: paid, due by 2023-12-24',
          '1 450 credits = 3000, S 0.1 300',
          'payment 2023-12-14 3300, then 3300',
          'refund 2023-12-21 -1100, then 2200',
          'credit note 2023-12-21 1100, tax 100',
        ],
        [
          // 12,345 × 0.3 = 3,703.5, half to even.
          '2024-02-02 marketplace_usage JPY 4004 + 400 = 4404, paid 0, credited 4404, due 0, too much 0: paid, due by 2024-02-12',
          '12345 calls = 3704, S 0.1 370, 2023-12-01 to 2023-12-31',
          '1000 calls = 300, S 0.1 30, 2024-01-01 to 2024-01-31',
          'credit note 2024-02-08 4404, tax 400',
        ],
      ],
      summary: ['JPY: 3 over 9904, paid 2200, outstanding 0'],
      ledger: ['adjustment -150', 'adjustment -300', 'purchase 300', 'purchase 450'],
    },
    dinar: {
      plan: 'starter',
      credits: '100, 0 held, 0 owed',
      invoices: [
        [
          '2023-12-02 free_trial KWD 0 + 0 = 0, paid 0, credited 0, due 0, too much 0: paid, due by 2024-01-16',
          '1 Order dinar-trial = 0, E 0 0',
        ],
        [
          '2023-12-02 token_pack KWD 10.5 + 0 = 10.5, paid 10.5, credited 0, due 0, too much 0: paid, due by 2024-01-16',
          '1 Order dinar-pack = 10.5, E 0 0',
          'payment 2023-12-28 10.5, then 10.5',
        ],
        [
          // 2.5 × 1.2345 = 3.08625
          '2023-12-15 marketplace_usage KWD 3.086 + 0 = 3.086, paid 0, credited 0, due 0, too much 0: void, due by 2024-01-29',
          '2.5 gb = 3.086, E 0 0, 2023-12-01 to 2023-12-31',
        ],
        [
          // With what the voided invoice billed: 3.5 × 1.2345 = 4.32075
          '2024-01-02 marketplace_usage KWD 4.321 + 0 = 4.321, paid 0, credited 0, due 4.321, too much 0: open overdue since 2024-02-16',
          '3.5 gb = 4.321, E 0 0, 2023-12-01 to 2023-12-31',
        ],
      ],
      summary: ['KWD: 4 over 17.907, paid 10.5, outstanding 4.321'],
      ledger: ['purchase 100'],
    },
    etoile: {
      plan: 'starter',
      credits: '0, 0 held, 0 owed',
      invoices: [
        [
          '2023-12-27 marketplace_usage EUR 100 + 0 = 100, paid 100, credited 10, due 0, too much 0: paid, due by 2024-01-10',
          '100 seats = 100, AE 0 0, 2023-12-01 to 2023-12-31',
          'payment 2024-01-05 40, then 40',
          'payment 2024-01-25 60, then 100',
          'credit note 2024-02-08 10, tax 0',
        ],
      ],
      summary: ['EUR: 1 over 100, paid 90, outstanding 0'],
      ledger: [],
    },
  },
  numbers: [...series('CN-2023', 5), ...series('CN-2024', 3), ...series('INV-2023', 12), ...series('INV-2024', 5)],
  accounts: [
    'EUR 1361: 836.47', // 593.81 + 60.00 − 0.62 + 83.28 + 100.00
    'EUR 1400: 7.85', // 17.85 are due, and 10.00 are owed to a partner
    'EUR 3250: -49.9',
    'EUR 3800: -117.02', // 94.81 + 9.48 + 9.88 + 2.85
    'EUR 3801: -1.4', // 2.10, and 0.70 of a credit note
    'EUR 4400: -696', // 499.00 + 82.00 + 15.00 + 100.00
    'EUR 4700: 20', // 10.00 and 10.00
    'JPY 1361: 2200',
    'JPY 3250: -5000',
    'JPY 3800: -200', // 200 + 300 + 400, and 700 of credit notes
    'JPY 4400: -4004',
    'JPY 4700: 7004', // 3,000 and 4,004
    'KWD 1361: 10.5',
    'KWD 1400: 4.321',
    'KWD 3250: -10.5',
    'KWD 4400: -4.321', // without the voided one
    'USD 1360: 209', // 20 + 99 + 90 + 20 − 20 − 30 + 30
    'USD 1361: 37.5',
    'USD 3250: -130',
    'USD 4400: -136.5', // 99.00 + 37.50
    'USD 4700: 20',
  ],
  // The whole pack that Boreal returns, and the one that Chiyoda disputes, leave nothing of it.
  events: [
    ...Array(3).fill('content.generated'),
    ...Array(2).fill('credits.exhausted'),
    ...Array(2).fill('credits.low'),
    ...Array(5).fill('invoice.overdue'),
  ],
};

function series(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${String(index + 1).padStart(6, '0')}`);
}
