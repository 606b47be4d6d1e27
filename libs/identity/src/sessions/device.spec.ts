import { expect, test } from '@jest/globals';
import { deviceNamed } from './device.ts';

const like = '(KHTML, like Gecko)';
const [blink, webkit] = [`AppleWebKit/537.36 ${like}`, `AppleWebKit/605.1.15 ${like}`];
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7';
const linux = 'Mozilla/5.0 (X11; Linux x86_64';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const iPad = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X)';
test.each([
  ['Chrome on Windows', `${windows}) ${blink} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on macOS', `${mac}) ${blink} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `${linux}) ${blink} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `${linux}) ${blink} Ubuntu Chromium/80.0.3987.87 Chrome/80.0.3987.87 Safari/537.36`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Android', `${android} ${blink} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 15; wv) ${blink} Version/4.0 Chrome/142.0 Mobile Safari/537.36`],
  ['Chrome on iPhone', `${iPhone} ${webkit} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`],
  ['Chrome on iPad', `${iPad} ${webkit} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`],
  ['Headless Chrome on Linux', `${linux}) ${blink} HeadlessChrome/142.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${windows}) ${blink} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['Edge on Windows', `${windows}) ${blink} Chrome/70.0.3538.102 Safari/537.36 Edge/18.19582`],
  ['Edge on macOS', `${mac}) ${blink} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['Edge on Android', `${android} ${blink} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`],
  ['Edge on iPhone', `${iPhone} ${webkit} Version/18.0 EdgiOS/142.0.3595.66 Mobile/15E148 Safari/604.1`],
  ['Firefox on Windows', `${windows}; rv:144.0) Gecko/20100101 Firefox/144.0`],
  ['Firefox on macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0'],
  ['Firefox on Linux', `${linux}; rv:144.0) Gecko/20100101 Firefox/144.0`],
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'],
  ['Firefox on iPhone', `${iPhone} ${webkit} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari on macOS', `${mac}) ${webkit} Version/18.1 Safari/605.1.15`],
  ['Safari on iPhone', `${iPhone} ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Safari on iPad', `${iPad} ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Samsung Internet on Android', `${android} ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Opera on Windows', `${windows}) ${blink} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  ['Opera on Android', `${android} ${blink} Chrome/140.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0`],
  ['Opera on iPhone', `${iPhone} ${webkit} Version/18.1 Mobile/15E148 Safari/604.1 OPT/5.5.0`],
  ['Vivaldi on Linux', `${linux}) ${blink} Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.6.3797.52`],
  ['DuckDuckGo on iPhone', `${iPhone} ${webkit} Version/18.1 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
  // A page inside another app, and rare browsers.
  ['A program on iPhone', `${iPhone} ${webkit} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0]`],
  ['A program on Windows', `${windows}; Trident/7.0; rv:11.0) like Gecko`],
  ['A program on Android', 'Mozilla/5.0 (Linux; U; Android 4.4) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30'],
  ['A program on Linux', 'Wget/1.21 (Linux)'],
  ['An unknown program', 'curl/8.5.0'],
  ['An unknown program', 'node'],
  ['An unknown program', ''],
  ['An unknown program', null],
])('%s: %s', (name, agent) => expect(deviceNamed(agent)).toBe(name));

test('a newer browser version counts as the same device', () => {
  const version = (n: number) =>
    deviceNamed(`Mozilla/5.0 (X11; Linux x86_64; rv:${n}.0) Gecko/20100101 Firefox/${n}.0`);
  expect(version(144)).toBe(version(150));
});
