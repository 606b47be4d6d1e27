import { dictionary } from '@zxcvbn-ts/language-common';

/** What leaked lists hold, in lower case, the most frequent first. */
const leaked = dictionary['passwords-common'];
/** So many of these are tried with anything around them; the rest as they stand. */
const mostTried = 3_000;

/** Words that passwords are made of besides: names, services and places of today, other languages, our own trade. */
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
/** Rows of keys, and the alphabet: whatever stands in them in a row. */
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
/** What is written for letters. */
const disguises: Readonly<Record<string, string>> = {
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

const plain = (text: string): string => text.replace(/[@431!0$579]/g, (sign) => disguises[sign] ?? sign);
/** Without their disguise, as what is looked for among them. */
const wholes = new Set(leaked.map(plain));
const common = new Set([
  ...leaked.slice(0, mostTried).filter((word) => /^[a-z]{3,}$/.test(word)),
  ...words.split(/\s+/).filter(Boolean),
]);
/** So many signs around a word hide it from nobody. */
const garnish = 6;

/**
 * Whether a password is one of those that are tried first: one that leaked, a common word, also in disguise, with a few
 * digits or signs around it, or what stands in a row.
 */
export const isCommon = (password: string): boolean => {
  const lower = password.toLowerCase();
  if (hasLeaked(lower)) return true;
  const text = once(lower);
  if (isRow(text.replace(/[^a-z0-9]/g, ''))) return true;
  const ended = text.replace(/[^a-z]+$/, '');
  const stem = ended.replace(/^[^a-z]+/, '');
  const around = text.replace(stem, '');
  if (around.length > garnish && !areInRow(around.replace(/\D/g, ''))) return false;
  return [stem, plain(stem), plain(ended)].some((word) => isKnown(once(word)));
};

/** As it stands, in disguise, or with signs around it. */
const hasLeaked = (text: string): boolean =>
  [text, text.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')].some((form) => wholes.has(plain(form)));
const isKnown = (word: string): boolean => word.length < 3 || common.has(word) || isRow(word);
const isRow = (text: string): boolean => rows.some((row) => isPart(row, text));
/** Digits that follow each other, or the same ones again and again. */
const areInRow = (some: string): boolean => isPart(digits, once(some));
const isPart = (row: string, text: string): boolean => row.includes(text) || [...row].reverse().join('').includes(text);
const once = (text: string): string => text.replace(/^(.+?)\1+$/, '$1');
