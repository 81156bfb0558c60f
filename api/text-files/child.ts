import { serveJobs } from '../../infra/child-pool/serve.ts';
import type { ConvertedFormat, Job } from './job.ts';

type Convert = (text: Omit<Job, 'format'>) => Uint8Array | Promise<Uint8Array>;

/** Loaded when a text is wanted in the format. */
const CONVERTERS: Record<ConvertedFormat, () => Promise<Convert>> = {
  html: async () => (await import('./html.ts')).toHtml,
  docx: async () => (await import('./docx.ts')).toDocx,
  pdf: async () => (await import('./pdf.ts')).toPdf,
};

/** The program of a process that converts texts. */
await serveJobs<Job>(async function* ({ format, ...text }) {
  const convert = await CONVERTERS[format]();
  yield await convert(text);
});
