// Order matters: most browsers also claim to be Chrome or Safari. Known devices are recognized by these names, so do
// not change them.
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|OPT)\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(Firefox|FxiOS|Focus)\//],
  ['Headless Chrome', /\bHeadlessChrome\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/\S+ (Mobile\/\S+ )?Safari\//],
];
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Windows', /Windows/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
];

const nameIn = (list: readonly (readonly [string, RegExp])[], agent: string): string | undefined =>
  list.find(([, sign]) => sign.test(agent))?.[0];

/**
 * A device's browser and operating system, read from its user agent, such as 'Firefox on Windows'. Versions are
 * ignored.
 */
export const deviceNamed = (userAgent: string | null): string => {
  const agent = userAgent ?? '';
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A program on ${system}` : 'An unknown program');
};
