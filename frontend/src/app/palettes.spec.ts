import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { palettes } from './palettes.ts';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

test.each(Object.keys(palettes.light) as (keyof typeof palettes.light)[])(
  'Ant Design and the tokens have the same %s',
  (name) => {
    const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [];
    expect({ light, dark }).toEqual({ light: palettes.light[name], dark: palettes.dark[name] });
  },
);

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test.each(['light', 'dark'] as const)('every text color of the %s theme is legible on every background', (name) => {
  const { ground, surface, raised, ink, muted, primary, pine, amber, rose } = palettes[name];
  for (const text of [ink, muted, primary, pine, amber, rose])
    for (const background of [ground, surface, raised]) expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(palettes[name]['on-primary'], primary)).toBeGreaterThanOrEqual(4.5);
});

/** `color-mix(in srgb, text 9%, surface)`, as `elements.css` has it for tags. */
const tagBackground = (text: string, surface: string): string =>
  [1, 3, 5].reduce((hex, at) => {
    const [front, back] = [text, surface].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [
      number,
      number,
    ];
    return (
      hex +
      Math.round(front * 0.09 + back * 0.91)
        .toString(16)
        .padStart(2, '0')
    );
  }, '#');

test.each(['light', 'dark'] as const)('the text of a tag of the %s theme is legible on its background', (name) => {
  const { surface, ink, pine, amber, rose } = palettes[name];
  for (const text of [ink, pine, amber, rose])
    expect(contrast(text, tagBackground(text, surface))).toBeGreaterThanOrEqual(4.5);
});

test.each(['light', 'dark'] as const)(
  'the border of a field is visible on every background of the %s theme',
  (name) => {
    const { edge, ground, surface, raised } = palettes[name];
    for (const background of [ground, surface, raised]) expect(contrast(edge, background)).toBeGreaterThanOrEqual(3);
  },
);
