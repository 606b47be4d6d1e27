import { describe, expect, test } from '@jest/globals';
import { servedTypeOf } from './object-path.ts';
import { objectResponse } from './object-response.ts';

const object = { path: 'private/a/b.jpg', size: 1_000, modifiedAt: new Date(0), etag: 'abc' };
const cacheControl = 'private, max-age=60';

test('an object is served with its content type and a policy that allows no scripts', () => {
  const { status, headers, range } = objectResponse(object, {}, { cacheControl });
  expect({ status, range }).toEqual({ status: 200, range: 'all' });
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    etag: '"abc"',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'; sandbox");
});

test.each([
  ['plain.jpg', `filename="plain.jpg"; filename*=UTF-8''plain.jpg`],
  [
    'Ana "Bo" & Łódź.jpg',
    `filename="Ana _Bo_ & __d_.jpg"; filename*=UTF-8''Ana%20%22Bo%22%20%26%20%C5%81%C3%B3d%C5%BA.jpg`,
  ],
  ["it's (1).jpg", `filename="it's (1).jpg"; filename*=UTF-8''it%27s%20%281%29.jpg`],
  ['a\r\nSet-Cookie: b', `filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`],
  ['\ud800.jpg', `filename="_.jpg"; filename*=UTF-8''%EF%BF%BD.jpg`],
])('the name %j of a download is sent as %s', (download, parameters) => {
  const { headers } = objectResponse(object, {}, { cacheControl, download });
  expect(headers['content-disposition']).toBe(`attachment; ${parameters}`);
});

test.each([
  'private/a/b.svg',
  'private/a/b.html',
  'private/a/b.js',
  'private/a/b',
  'private/a.jpg/b',
  'private/a/b.zip',
])('%s is never shown, only downloaded as bytes', (path) => {
  const { headers } = objectResponse({ ...object, path }, {}, { cacheControl });
  expect(headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' });
});

test('no content type that can run scripts is served inline', () => {
  for (const extension of ['svg', 'html', 'xhtml', 'xml', 'js', 'mjs', 'pdf', 'swf'])
    expect(servedTypeOf(`private/a/b.${extension}`).inline).toBe(false);
});

describe('ranges', () => {
  test.each([
    ['bytes=0-0', 'bytes 0-0/1000', '1'],
    ['bytes=0-99', 'bytes 0-99/1000', '100'],
    ['bytes=900-', 'bytes 900-999/1000', '100'],
    ['bytes=-100', 'bytes 900-999/1000', '100'],
    ['bytes=900-5000', 'bytes 900-999/1000', '100'],
    ['bytes=-5000', 'bytes 0-999/1000', '1000'],
  ])('%s returns %s', (range, contentRange, length) => {
    const { status, headers } = objectResponse(object, { range }, { cacheControl });
    expect(status).toBe(206);
    expect(headers).toMatchObject({ 'content-range': contentRange, 'content-length': length });
  });

  test.each(['bytes=1000-', 'bytes=5000-6000'])('%s lies outside the object', (range) => {
    const { status, headers } = objectResponse(object, { range }, { cacheControl });
    expect(status).toBe(416);
    expect(headers['content-range']).toBe('bytes */1000');
  });

  test.each(['bytes=0-1,5-6', 'lines=0-1', 'bytes', 'bytes=a-b'])('%s is ignored', (range) => {
    expect(objectResponse(object, { range }, { cacheControl }).status).not.toBe(206);
  });

  test('a range of another version is ignored', () => {
    const range = 'bytes=0-9';
    expect(objectResponse(object, { range, 'if-range': '"abc"' }, { cacheControl }).status).toBe(206);
    expect(objectResponse(object, { range, 'if-range': '"other"' }, { cacheControl }).status).toBe(200);
  });
});

test.each([
  ['"abc"', 304],
  ['W/"abc"', 304],
  ['"other", "abc"', 304],
  ['*', 304],
  ['"other"', 200],
])('If-None-Match %s returns %d', (condition, status) => {
  expect(objectResponse(object, { 'if-none-match': condition }, { cacheControl }).status).toBe(status);
});
