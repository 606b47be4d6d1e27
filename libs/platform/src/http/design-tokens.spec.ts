import { expect, test } from '@jest/globals';
import { designTokens, tokenColor } from './design-tokens.ts';
import { pageFrame, plainPageStyle } from './plain-page.style.ts';

test('pages of the server take their colors and fonts from the frontend and define none of their own', () => {
  expect(designTokens()).toContain('--primary:');
  expect(plainPageStyle()).toContain(designTokens());
  const ownStyle = plainPageStyle().replace(designTokens(), '');
  expect(ownStyle.match(/--[\w-]+:|#[0-9a-f]{6}/g)).toBeNull();
  const usedTokens = [...ownStyle.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
  expect(usedTokens.filter((name) => !designTokens().includes(`${name}:`))).toEqual([]);
  expect(plainPageStyle().startsWith(pageFrame())).toBe(true);
});

test('a color has a light and a dark value, which may be the same', () => {
  expect(tokenColor('ground')).toEqual({ light: '#fbf7f0', dark: '#14121f' });
  expect(tokenColor('glow')).toEqual({ light: '#f2b84b', dark: '#f2b84b' });
  expect(() => tokenColor('nothing')).toThrow('tokens.css has no color nothing');
});
