import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/config';

const file = 'frontend/src/**/tokens.css';
let cached: string | undefined;

/**
 * The frontend's stylesheet of colors and type, as CSS variables. Pages and mails written by the server use the same.
 */
export const designTokens = (): string => {
  cached ??= readTokens();
  return cached;
};

/** A color's two values, for mails: mail programs support neither CSS variables nor `light-dark()`. */
export const tokenColor = (name: string): { readonly light: string; readonly dark: string } => {
  const [, value = ''] = new RegExp(`--${name}: ([^;]+);`).exec(designTokens()) ?? [];
  const [light, dark = light] = value.match(/#[0-9a-f]{6,8}/g) ?? [];
  if (!light || !dark) throw new Error(`tokens.css has no color ${name}`);
  return { light, dark };
};

const readTokens = (): string => {
  const folder = projectFolder();
  const [found] = globSync(file, { cwd: folder });
  if (!found) throw new Error(`There is no ${file} in ${folder}: pages of the server need its colors`);
  return readFileSync(join(folder, found), 'utf8');
};
