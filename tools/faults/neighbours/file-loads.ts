import { pngOf } from '../../../test/environment/images.ts';
import { eachOf } from '../each-of.ts';
import { get, idOf, type Load, type LoadPartner, make, post, words } from './load-partner.ts';

const MIB = 1_048_576;
/** Sides of an image that a phone makes, pixels. */
const SIDE = 3_000;
/** Most characters of a file that is imported, less a line. */
const IMPORT_LENGTH = 999_000;

const base = (partner: LoadPartner) => make(partner, '/content-workflow/knowledge-bases', { name: 'Base' });
/** The same as a form. */
const documentForm = (content: string) =>
  [
    '--form\r\nContent-Disposition: form-data; name="title"\r\n\r\nDocument',
    `--form\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}`,
    '--form--\r\n',
  ].join('\r\n');
const document = (content: string) => ({ title: 'Document', format: 'text', content });

const item = (partner: LoadPartner) =>
  make(partner, '/content-workflow/content-items', { title: 'Item', body: 'A text.' });
/** A file with an image of its own, since one that is stored is not drawn again. */
const image = (shade: number) => ({
  content: pngOf(SIDE, SIDE, { colourAt: (x, y) => [x % 256, y % 256, shade, 255] }).toString('base64'),
  encoding: 'base64',
});
const images = (count: number) => Array.from({ length: count }, (_, index) => image(index));

/** A calendar of so many characters, all of it events that are planned. */
function calendarFile(length: number): string {
  const lines = ['BEGIN:VCALENDAR'];
  for (let size = 0, index = 0; size < length; index += 1) {
    const event = [
      'BEGIN:VEVENT',
      `UID:${index}@load.example`,
      'DTSTART:20310301T100000Z',
      `SUMMARY:${words(100)}`,
      `DESCRIPTION:${words(900)}`,
      'END:VEVENT',
    ].join('\r\n');
    lines.push(event);
    size += event.length + 2;
  }
  return [...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** Files of strangers: documents, images and calendars. */
export const FILE_LOADS: readonly Load[] = [
  {
    name: 'POST /content-workflow/knowledge-bases/{id}/documents',
    atOnce: 4,
    most: 8,
    expected: [201],
    requests: async (partner) => [
      post(`/content-workflow/knowledge-bases/${await base(partner)}/documents`, document(words(5 * MIB - 1_000))),
    ],
  },
  {
    name: 'documents of 5 MiB in forms',
    atOnce: 4,
    most: 8,
    expected: [201],
    requests: async (partner) => [
      {
        ...post(
          `/content-workflow/knowledge-bases/${await base(partner)}/documents`,
          documentForm(words(5 * MIB - 1_000)),
        ),
        type: 'multipart/form-data; boundary=form',
      },
    ],
  },
  {
    name: 'a search of documents',
    atOnce: 12,
    expected: [200],
    requests: async (partner) => {
      const id = await base(partner);
      const path = `/content-workflow/knowledge-bases/${id}`;
      await eachOf(Array.from({ length: 10 }), 4, () =>
        partner.api.post(`${path}/documents`, document(words(200_000))),
      );
      return [get(`${path}/search?q=${encodeURIComponent(words(200))}`)];
    },
  },
  {
    name: 'POST /content-workflow/content-items/{id}/images',
    atOnce: 4,
    most: 8,
    expected: [201],
    requests: async (partner) => {
      const path = `/content-workflow/content-items/${await item(partner)}/images`;
      return images(8).map((body) => post(path, body));
    },
  },
  {
    name: 'GET /content-workflow/content-items/{id}/images/{image}/file',
    atOnce: 12,
    expected: [200],
    requests: async (partner) => {
      const path = `/content-workflow/content-items/${await item(partner)}/images`;
      return [get(`${path}/${idOf((await partner.api.post(path, image(0))).body)}/file`)];
    },
  },
  {
    name: 'POST /gtm-schedule/imports/preview',
    atOnce: 8,
    expected: [200],
    requests: async () => [
      post('/gtm-schedule/imports/preview', {
        format: 'ics',
        content: calendarFile(IMPORT_LENGTH - 2_000),
        event_type: 'webinar',
        channel: 'email',
      }),
    ],
  },
];
