import { dictionary } from '@zxcvbn-ts/language-common';

/** Leaked passwords in lower case, the most frequent first. */
const leakedByFrequency = dictionary['passwords-common'];
/** This many of the leaked passwords are also refused with digits or signs around them; the rest only as they are. */
const frequentWordCount = 3_000;

/** More words that are common in passwords: names, services, places, other languages and the product's own terms. */
const words = `
passwords passw passwd passe passcode passphrase motdepasse contrasena senha wachtwoord administrator root toor user
username guest temp temporary default login logon signin signup hola letmeinplease opensesame secrets secure website
company android iphone facebook instagram linkedin twitter youtube whatsapp yahoo hotmail gmail outlook netflix
spotify paypal qwertz qwe asd zxc qaz wsx zxczxc qwerqwer abcd abc abcabc xyz ilove mybaby mypassword mysecret mylife
nopassword sweetheart cutie gorgeous together mommy mama papa moonlight starlight february march june july wednesday
thursday saturday weekend christmas lion lions bears pony cat dog volleyball running skateboard realmadrid hulk
skywalker yoda sasuke goku luigi zelda fortnite roblox counterstrike callofduty playstation xbox gamer gaming
lightning frodo hogwarts harrypotter roses lily strawberry lemon peach chocolate vodka red blackjack poker dollars
india tokyo phoenixaz vegas jesuschrist god godisgood godbless blessing believe hope bible allah emma mia ava
catherine katherine kim anne christopher sam sean jose luis jorge pedro diego alejandro mohamed mohammed ahmed ali
hassan omar max rocknroll punk trustno trustme trustnoone something everything gohome goaway abcdef abcdefg number
numbers letters university army navy players tinkerbell snowflake angelbaby wedding weddings parties event events
photographer festoon festoons marketplace client creator vendor
`;
/** Keyboard rows, patterns of keys and the alphabet; any part of these is easy to guess. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  'zaq12wsxcde34rfvbgt56yhn',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
];
const digits = '012345678901234567890';
/** Characters that people write in place of letters. */
const substitutes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '9': 'g',
};

const withoutSubstitutes = (text: string): string => text.replace(/[@431!0$579]/g, (sign) => substitutes[sign] ?? sign);
/** The leaked passwords with substituted characters replaced by letters; passwords are looked up in the same form. */
const leakedPasswords = new Set(leakedByFrequency.map(withoutSubstitutes));
const common = new Set([
  ...leakedByFrequency.slice(0, frequentWordCount).filter((word) => /^[a-z]{3,}$/.test(word)),
  ...words.split(/\s+/).filter(Boolean),
]);
/** A common word with at most this many characters around it is still easy to guess. */
const maxSurrounding = 6;

/**
 * Whether a password is easy to guess: a leaked one, a common word (also with substituted characters, or with a few
 * digits or signs around it), or part of a keyboard row.
 */
export const isCommon = (password: string): boolean => {
  const lowerCase = password.toLowerCase();
  if (hasLeaked(lowerCase)) return true;
  const text = withoutRepeats(lowerCase);
  if (isRow(text.replace(/[^a-z0-9]/g, ''))) return true;
  const withoutEnd = text.replace(/[^a-z]+$/, '');
  const stem = withoutEnd.replace(/^[^a-z]+/, '');
  const surrounding = text.replace(stem, '');
  if (surrounding.length > maxSurrounding && !areConsecutiveDigits(surrounding.replace(/\D/g, ''))) return false;
  return [stem, withoutSubstitutes(stem), withoutSubstitutes(withoutEnd)].some((word) => isKnown(withoutRepeats(word)));
};

/** Whether the text is a leaked password: as it is, with substituted characters, or with signs around it. */
const hasLeaked = (text: string): boolean =>
  [text, text.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')].some((form) => leakedPasswords.has(withoutSubstitutes(form)));
const isKnown = (word: string): boolean => word.length < 3 || common.has(word) || isRow(word);
const isRow = (text: string): boolean => rows.some((row) => isPart(row, text));
/** Whether these are consecutive or repeated digits. */
const areConsecutiveDigits = (text: string): boolean => isPart(digits, withoutRepeats(text));
const isPart = (row: string, text: string): boolean => row.includes(text) || [...row].reverse().join('').includes(text);
const withoutRepeats = (text: string): string => text.replace(/^(.+?)\1+$/, '$1');
