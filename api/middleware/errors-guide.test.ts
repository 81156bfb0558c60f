import { expect, test } from '@jest/globals';
import { AppError, ERROR_STATUS, type ErrorCode } from '../../domain/kernel/errors.ts';
import { anchorOf, pathOf, readGuides } from '../guides/guides.ts';
import { renderGuide } from '../guides/render.ts';
import { ERRORS_GUIDE, errorBody } from './errors.ts';

const guides = readGuides();
const guide = guides.find(({ name }) => name === ERRORS_GUIDE);
if (!guide) throw new Error('There is a guide of the errors.');
const html = renderGuide(guide, guides);

test.each(Object.entries(ERROR_STATUS))(
  '%s leads to the part of the guide about it, with its status',
  (code, status) => {
    const { error } = errorBody(new AppError(code as ErrorCode, 'x'), { publicUrl: 'https://api.example' }) as {
      error: { documentation_url: string };
    };
    expect(error.documentation_url).toBe(`https://api.example${pathOf('errors')}#${anchorOf(code)}`);
    const [, after = ''] = html.split(`id="${anchorOf(code)}"`);
    expect(after).toMatch(new RegExp(`^>${code}</h2>\\s*<p>Status ${status}\\.`));
  },
);

test('the guide has no other codes', () => {
  const codes = [...guide.markdown.matchAll(/^## (\w+)$/gm)].map(([, code]) => code);
  expect(codes.sort()).toEqual(Object.keys(ERROR_STATUS).sort());
});
