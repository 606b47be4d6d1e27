/** Words that passwords are made of most often: what leaked lists begin with, once digits and signs are taken away. */
const words = `
password passwords passwort passw passwd pass passe passcode passphrase motdepasse contrasena parola senha wachtwoord
admin administrator root toor user username guest test testing tester temp temporary default changeme change login logon signin signup
welcome hello hallo hola bonjour letmein letmeinplease openup opensesame access enter secret secrets private secure security master system
server computer internet website online service support manager office company business network windows microsoft google apple samsung
android iphone facebook instagram linkedin twitter youtube whatsapp yahoo hotmail gmail outlook amazon netflix spotify paypal
qwerty qwert qwertz azerty qwe asd zxc qaz wsx qazwsx qweasd qweasdzxc asdasd zxczxc qwerqwer asdfasdf abcd abc abcabc xyz
iloveyou ilove loveyou lovely lover love loveme lovers iloveu myself mylove mybaby mypassword mypass mysecret mylife nopassword
princess prince queen king kingdom angel angels angela babygirl babyboy baby sweetheart sweetie sweet honey sugar cutie beautiful
gorgeous sexy hottie darling forever always together happy smile lucky friend friends family mother father mommy daddy mama papa
sister brother children sunshine moonlight moon star stars starlight sunset summer winter spring autumn january february march april
june july august september october november december monday tuesday wednesday thursday friday saturday sunday weekend holiday christmas
dragon monkey tiger tigers lion lions eagle eagles falcon falcons bear bears wolf wolves panther panthers shark dolphin dolphins horse
horses pony kitty kitten cat cats dog dogs doggy puppy bunny rabbit turtle butterfly penguin elephant chicken hamster snoopy garfield
football baseball basketball hockey soccer golf golfer tennis volleyball softball swimming running fishing hunting skateboard surfing
cowboys yankees redsox lakers steelers packers broncos raiders chelsea arsenal liverpool barcelona juventus madrid realmadrid manchester
manutd everton celtic rangers united ferrari porsche mercedes corvette mustang camaro chevy toyota honda yamaha harley suzuki kawasaki
superman batman spiderman ironman hulk marvel starwars skywalker vader yoda matrix pokemon pikachu naruto sasuke goku mario luigi zelda
minecraft fortnite roblox warcraft counterstrike callofduty playstation nintendo xbox gamer gaming player hunter killer ranger warrior
ninja samurai phoenix thunder lightning storm shadow ghost knight wizard magic mystic merlin gandalf hobbit frodo hogwarts potter
harrypotter unicorn rainbow flower flowers rose roses lily daisy violet cherry strawberry banana orange apples lemon peach chocolate
cookie cookies coffee cheese pizza pepper ginger peanut pumpkin muffin cupcake candy butter bacon whiskey vodka tequila beer
silver golden gold diamond diamonds platinum crystal purple yellow green blue black white red pink scarlet blackjack casino poker money
dollar dollars million winner champion victory success freedom liberty peace justice america american canada england london paris
germany berlin france mexico brazil india china japan tokyo australia sydney texas florida california hawaii chicago boston newyork
brooklyn dallas houston phoenixaz denver seattle vegas lasvegas jesus jesuschrist christ god godisgood godbless blessed blessing heaven
faith believe hope grace bible church allah buddha hannah heather jessica jennifer amanda ashley michelle nicole melissa stephanie
elizabeth victoria samantha sarah rebecca rachel laura lauren emily emma olivia sophia sophie isabella charlotte amelia mia ava
abigail madison natalie natasha vanessa veronica patricia barbara maria mary martha margaret linda lisa susan karen nancy sandra
sharon donna carol caroline catherine katherine kathy katie kelly kimberly kim andrea angelina anna anne annie alexandra alexis alice
michael christopher chris matthew joshua andrew daniel david james john johnny jonathan joseph robert ryan nicholas anthony william
brandon justin tyler austin kevin jason jordan thomas tommy charles charlie richard steven stephen edward george brian eric jacob
alexander alex benjamin samuel sam patrick peter paul mark martin scott adam aaron sean kyle nathan zachary dylan connor cameron
carlos miguel juan jose luis jorge pedro diego fernando alejandro ricardo roberto antonio mohamed mohammed ahmed ali hassan omar
maggie buster bailey rocky max molly oscar sasha jasper jackson cooper tucker harley hammer hardcore heaven metallica nirvana
slipknot eminem beatles elvis guitar music dancer dance rockstar rocknroll punk metal trustno trustme trustnoone whatever nothing
something anything everything blahblah asshole fuckyou fuckme fuckoff fuck bitch bullshit shit pussy biteme gohome goaway
abcdef abcdefg number numbers letters student teacher school college university doctor lawyer engineer police soldier marine army navy
captain pirate pilot driver trucker player players boomer scooter scooby tinker tinkerbell barbie disney mickey minnie donald snowball
snowflake icecream bubbles bubble sparky spanky smokey shorty pookie peaches precious patches angelbaby babydoll playboy cowboy
wedding weddings party parties event events photo photos photographer festoon festoons marketplace client creator vendor
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

const common = new Set(words.split(/\s+/).filter(Boolean));
/** So many signs around a word hide it from nobody. */
const garnish = 6;

/**
 * Whether a password is one of those that are tried first: a common word, also in disguise, with a few digits or signs
 * around it, or what stands in a row.
 */
export const isCommon = (password: string): boolean => {
  const text = once(password.toLowerCase());
  if (isRow(text.replace(/[^a-z0-9]/g, ''))) return true;
  const ended = text.replace(/[^a-z]+$/, '');
  const stem = ended.replace(/^[^a-z]+/, '');
  const around = text.replace(stem, '');
  if (around.length > garnish && !areInRow(around.replace(/\D/g, ''))) return false;
  return [stem, plain(stem), plain(ended)].some((word) => isKnown(once(word)));
};

const isKnown = (word: string): boolean => word.length < 3 || common.has(word) || isRow(word);
const isRow = (text: string): boolean => rows.some((row) => isPart(row, text));
/** Digits that follow each other, or the same ones again and again. */
const areInRow = (some: string): boolean => isPart(digits, once(some));
const isPart = (row: string, text: string): boolean => row.includes(text) || [...row].reverse().join('').includes(text);
const once = (text: string): string => text.replace(/^(.+?)\1+$/, '$1');
const plain = (text: string): string => text.replace(/[@431!0$579]/g, (sign) => disguises[sign] ?? sign);
