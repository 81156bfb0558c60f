import { expect, test } from '@jest/globals';
import { SettingsError } from './environment.ts';
import { mailConfig } from './mail.ts';

const settings = (SMTP_URL: string, MAIL_FROM = 'from@example.com') =>
  mailConfig({ SMTP_URL, MAIL_FROM, SMTP_ALLOW_PLAINTEXT: false });

test('an address gives host, port, encryption and credentials', () => {
  expect(settings('smtp://mail.example.com')).toMatchObject({
    host: 'mail.example.com',
    port: 587,
    implicitTls: false,
    allowPlaintext: false,
    auth: undefined,
  });
  expect(settings('smtps://us%40er:p%3Aw@[::1]')).toMatchObject({
    host: '::1',
    port: 465,
    implicitTls: true,
    auth: { user: 'us@er', pass: 'p:w' },
  });
  expect(settings('smtp://mail.example.com:2525', 'The Service <from@example.com>')?.from).toEqual({
    name: 'The Service',
    address: 'from@example.com',
  });
});

test.each([
  ['smtp://mäil.example', 'xn--mil-qla.example'],
  ['smtp://M%C3%84IL.example:25', 'xn--mil-qla.example'],
  ['smtp://mail_relay', 'mail_relay'],
  ['smtp://10.0.0.1', '10.0.0.1'],
])('of %s the host is %s', (url, host) => {
  expect(settings(url)?.host).toBe(host);
});

test('without an address there is no mail server', () => {
  expect(mailConfig({ SMTP_ALLOW_PLAINTEXT: false })).toBeUndefined();
});

test.each([
  ['smtp://mail.example.com/path', 'from@example.com', /SMTP_URL/],
  ['smtp://mail.example.com?x=1', 'from@example.com', /SMTP_URL/],
  ['smtp://%zz@mail.example.com', 'from@example.com', /SMTP_URL/],
  ['smtp://ma%20il.example.com', 'from@example.com', /SMTP_URL/],
  ['smtp://mail.example.com', 'nobody', /MAIL_FROM/],
  ['smtp://mail.example.com', 'a@example.com, b@example.com', /MAIL_FROM/],
  ['smtp://mail.example.com', 'x\r\nBcc: <a@example.com>', /MAIL_FROM/],
])('%s from %s is refused', (url, from, problem) => {
  expect(() => settings(url, from)).toThrow(SettingsError);
  expect(() => settings(url, from)).toThrow(problem);
});

test('a server without a sender is refused', () => {
  expect(() => mailConfig({ SMTP_URL: 'smtp://mail.example.com', SMTP_ALLOW_PLAINTEXT: false })).toThrow(/MAIL_FROM/);
});
