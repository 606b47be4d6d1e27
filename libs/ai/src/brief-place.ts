export type KnownPlace = {
  readonly city: string;
  readonly region: string;
  /** Latitude and longitude; null if only the name is known. */
  readonly at: readonly [number, number] | null;
};
/** The places that a brief can name. */
export type Places = {
  /** The places with this name, in a region if one is given. Several if the name alone does not say which one is meant. */
  readonly cities: (name: string, region?: string) => readonly KnownPlace[];
  /** A region as it is stored: `TX` for `texas`. */
  readonly region: (name: string) => string | undefined;
};
export type BriefPlace = Pick<KnownPlace, 'region' | 'at'> & { readonly city: string | null };

const maxWordsOfName = 4;

/** The place after a preposition, before a region ("Austin, TX"), or the whole of a short text. */
export const placeIn = (
  text: string,
  places: Places,
): { readonly place: BriefPlace | null; readonly unclearPlace: string | null } => {
  let unclearPlace: string | null = null;
  for (const phrase of phrasesIn(text)) {
    const words = phrase.split(' ');
    for (let length = Math.min(words.length, maxWordsOfName + 2); length > 0; length--) {
      const found = placeNamed(words.slice(0, length).join(' '), places);
      if (found === 'unclear') unclearPlace ??= withoutSigns(words.slice(0, length).join(' '));
      else if (found) return { place: found, unclearPlace: null };
    }
  }
  return { place: null, unclearPlace };
};

/** How many possible names are looked up, and how many characters of each. */
const [maxPhrases, maxPhraseLength] = [40, 80];
const namesBeforeCommas = /(?<!\p{L})\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}(?=,\s*\p{L})/gu;
const prepositions = /(?<![\p{L}\p{N}])(?:in|near|around|at|from|outside|to)\s+/giu;

/** The texts in which a place may be named, from where its name would begin. */
const phrasesIn = (text: string): readonly string[] => {
  const flat = text.replace(/\s+/g, ' ').trim();
  const afterPrepositions = [...flat.matchAll(prepositions)].map((match) => flat.slice(match.index + match[0].length));
  const beforeCommas = [...flat.matchAll(namesBeforeCommas)].map(({ index }) => flat.slice(index));
  const whole = flat.split(' ').length <= maxWordsOfName ? [flat] : [];
  return [...afterPrepositions, ...beforeCommas, ...whole]
    .slice(0, maxPhrases)
    .map((phrase) => (phrase.slice(0, maxPhraseLength).split(/[.;!?:()](?:\s|$)/)[0] ?? '').trim());
};

const withoutSigns = (name: string): string => name.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '').replace(/\.$/, '');

/** Abbreviations of regions that are also words. They name a region only in capital letters. */
const alsoWords = new Set('in or me hi ok de la pa ma oh al id co'.split(' '));

const regionNamed = (name: string, places: Places, isAfterComma: boolean): string | undefined => {
  const isCapital = name === name.toUpperCase();
  const isAbbreviation = name.length === 2;
  if (isAbbreviation && !isCapital && (!isAfterComma || alsoWords.has(name.toLowerCase()))) return undefined;
  return places.region(name);
};

const placeNamed = (text: string, places: Places): BriefPlace | 'unclear' | null => {
  const parts = text.replace(/,\s*$/, '').split(',').map(withoutSigns);
  const [city = '', regionPart] = parts;
  if (city === '' || parts.length > 2) return null;
  if (regionPart === undefined)
    return cityBeforeRegion(city, places) ?? theOne(places.cities(city)) ?? regionOnly(city, places);
  const region = regionNamed(regionPart, places, true);
  return region === undefined ? null : theOne(places.cities(city, region));
};

/** "Austin Texas", without a comma. */
const cityBeforeRegion = (text: string, places: Places): BriefPlace | 'unclear' | null => {
  const words = text.split(' ');
  for (let size = 1; size <= 3 && size < words.length; size++) {
    const region = regionNamed(words.slice(-size).join(' '), places, false);
    const found = region === undefined ? null : theOne(places.cities(words.slice(0, -size).join(' '), region));
    if (found) return found;
  }
  return null;
};

const regionOnly = (name: string, places: Places): BriefPlace | null => {
  const region = name.length > 2 ? places.region(name) : undefined;
  return region === undefined ? null : { city: null, region, at: null };
};

const theOne = (found: readonly KnownPlace[]): KnownPlace | 'unclear' | null =>
  found.length > 1 ? 'unclear' : (found[0] ?? null);
