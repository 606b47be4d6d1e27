import { readFileSync } from 'node:fs';

type RawSettings = Readonly<Record<string, string | undefined>>;

/**
 * The settings with those that are in files: `NAME_FILE` names the file with the value of `NAME`, without the line
 * break at its end. `problems` has a sentence for each file that cannot be used.
 */
export const readSettingFiles = (given: RawSettings, names: readonly string[]) => {
  const settings: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const file = given[`${name}_FILE`]?.trim();
    const value = given[name];
    if (file && value?.trim()) problems.push(`${name} and ${name}_FILE are both set: remove one of them.`);
    else if (file)
      try {
        settings[name] = readFileSync(file, 'utf8').trimEnd();
      } catch (error) {
        problems.push(`${name}_FILE is "${file}": ${reasonOf(error as NodeJS.ErrnoException)}.`);
      }
    else if (value !== undefined) settings[name] = value;
  }
  return { settings, problems };
};

/** The settings with these values where neither `NAME` nor `NAME_FILE` is set. */
export const withDefaults = (given: RawSettings, defaults: Readonly<Record<string, string>>): RawSettings => {
  const isSet = (name: string) => [given[name], given[`${name}_FILE`]].some((value) => value?.trim());
  return { ...given, ...Object.fromEntries(Object.entries(defaults).filter(([name]) => !isSet(name))) };
};

/** The settings with these values, whatever `NAME` and `NAME_FILE` are. */
export const withValues = (given: RawSettings, values: Readonly<Record<string, string>>): RawSettings => ({
  ...given,
  ...Object.fromEntries(Object.keys(values).map((name) => [`${name}_FILE`, undefined])),
  ...values,
});

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user cannot read it',
  EISDIR: 'it is a folder, not a file',
};

const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => reasons[code] ?? message;
