import type { CatalogueEntry } from '../listing.ts';

/** Listings as vendors with care write them, the best first. */
export const good: CatalogueEntry[] = [
  {
    id: 'prod-4ydbgyt6kkgxk',
    shows: 'excellent: follows every rule',
    delivery: { kind: 'page' },
    listing: {
      title: 'Northwind Backup for Managed Databases',
      short_description:
        'Northwind copies managed databases to a second region every hour, proves each copy by restoring it, and brings a lost ' +
        'table back within minutes. For platform teams that answer for recovery times.',
      long_description: `Disaster recovery is only as good as the last restore that somebody tried. Northwind tries it for you, after each copy, and keeps the evidence.

The service reads from a replica, so production never waits for a copy. It encrypts each copy with your own key before it leaves the region. A copy that cannot be restored is reported within the hour, with the reason and the step that failed.

## What it does for your team

- Copies PostgreSQL, MySQL and SQL Server without agents on the hosts.
- Restores each copy into a sandbox and runs your checks on the result.
- Brings back a single table, a schema or the whole server.
- Keeps copies for as long as your policy says, and deletes them on the day it says.

## How disaster recovery is proven

Each restore leaves a signed record with its start, its end and the number of rows. Auditors read these records in place of screenshots. When a plan for disaster recovery names a target time, the record shows by how much it was met. A trend over the last quarter tells you early that restores get slower.

## How it is set up

Deploy the template from this listing, name the databases by tag, and choose a policy. The first copy starts within minutes. Roles ask for read access and nothing more, and every call is written to your own audit trail. Removing the stack removes the service and leaves the copies with you.`,
      highlights: [
        'Every copy is restored and checked before it counts, so a recovery plan rests on evidence instead of hope.',
        'Single tables come back within minutes, without taking the whole server to an earlier state.',
        'Copies are encrypted under your own key and stay in regions that you have chosen.',
      ],
      keywords: ['disaster recovery', 'point in time restore', 'cross region copy'],
      categories: ['Storage', 'Data Protection'],
      vendor: 'Northwind Systems',
      logo: { format: 'png', width: 240, height: 160 },
      screenshots: 3,
      videos: 1,
      documents: 1,
      published_at: '2025-03-04T09:00:00.000Z',
    },
  },
  {
    id: 'prod-7hq2mvx3rwzna',
    shows: 'excellent: follows every rule, in its own words',
    delivery: { kind: 'page' },
    listing: {
      title: 'Contoso Ledger: Invoice Matching for Finance Teams',
      short_description:
        'Contoso Ledger matches invoices with orders and receipts as they arrive, explains each difference in a sentence, and posts ' +
        'what fits to your finance system. Made for teams that close the books each month.',
      long_description: `Accounts payable teams spend most of a month on the few invoices that do not fit. Contoso Ledger finds those on the day they arrive and says what is wrong with each.

An invoice comes by upload, by mailbox or through the API. The service reads it, finds the order and the receipt, and compares them line by line. What fits is posted. What does not fit waits in a queue, with the difference in one plain sentence.

## What changes in the first month

- Matched invoices are posted without a click, within limits that you set.
- Differences in price, amount or tax go to the person who can decide.
- Duplicates are found across suppliers, formats and years.
- The month closes with a list of open questions in place of a pile.

## Control stays with you

Nothing is paid by the service. Each posting carries the rule that allowed it and the person who owns the rule. Accounts payable can tighten a limit at any time, and the next invoice obeys it. Roles, approvals and a full history are part of every plan.

## What it works with

Connectors for the common finance systems are included. A sandbox with sample orders is ready when you subscribe. Accounts payable staff usually work with their own data on the second day. Usage is metered by invoice, and the marketplace bills it with the rest of your cloud.`,
      highlights: [
        'Differences are explained in one plain sentence and sent to the person who can decide about them.',
        'Postings follow limits that you set, and each carries the rule that allowed it.',
        'Duplicates are found across suppliers, file formats and years, before anybody pays twice.',
      ],
      keywords: ['accounts payable', 'three way match', 'duplicate payment detection'],
      categories: ['Business Applications', 'Financial Services'],
      vendor: 'Contoso Software',
      logo: { format: 'png', width: 220, height: 220 },
      screenshots: 4,
      videos: 0,
      documents: 2,
      published_at: '2025-06-18T14:30:00.000Z',
    },
  },
  {
    id: 'prod-k3tzq8wb5ndse',
    shows: 'good: one keyword too many, the first one hardly used, a logo as SVG',
    delivery: { kind: 'page' },
    listing: {
      title: 'Fabrikam Trace: Request Tracing for Microservices',
      short_description:
        'Fabrikam Trace follows a request through all of your services and shows where its time went. Open standards in, one picture ' +
        'out, without a change to your code.',
      long_description: `Distributed tracing with Fabrikam shows where a slow request spent its time, service by service and query by query.

Traces arrive through the open collector that most teams run already, and because nothing has to be linked into an application, a new service shows up in the map on the same day on which it is deployed to the cluster for the first time. Sampling keeps every slow and every failed request.

## What engineers do with it

- Find the query behind a slow page in three clicks.
- Compare a release with the one before, endpoint by endpoint.
- Follow one customer's request from the edge to the database.
- Share a trace with a link that ends after a week.

## What it costs to run

Spans are kept for thirty days in your own storage account, where they are compressed by a factor of about twelve, so that a busy shop with a thousand requests a second pays for little more than the space of a few holiday films. Distributed tracing data never leave your account. The service reads them through a role that you can take away at any time.

Alerts speak to the tools that your team has on call already. Dashboards are made from the same traces, so numbers and examples never disagree. Support answers within a working day.`,
      highlights: [
        'Every slow and every failed request is kept, whatever the sampling rate of the others.',
        'Works with the open collector, so no library is linked into your services.',
        'Traces stay in your own storage account for thirty days.',
      ],
      keywords: ['distributed tracing', 'latency analysis', 'opentelemetry', 'root cause'],
      categories: ['DevOps', 'Monitoring'],
      vendor: 'Fabrikam, Inc.',
      logo: { format: 'svg', width: 200, height: 200 },
      screenshots: 2,
      videos: 0,
      documents: 1,
      published_at: '2024-11-12T08:00:00.000Z',
    },
  },
];
