export type KnownPlace = {
  readonly city: string;
  readonly region: string;
  /** Latitude and longitude; null if only the name is known. */
  readonly at: readonly [number, number] | null;
};
/** The places that a brief can name. */
export type Places = {
  /**
   * The places with this name, in a region if one is given. Several if the name alone does not say which one is meant.
   */
  readonly cities: (name: string, region?: string) => readonly KnownPlace[];
  /** The cities with this name in which vendors work. */
  readonly vendorCities: (name: string) => readonly KnownPlace[];
  /** The cities with this name in a country. */
  readonly citiesOfCountry: (name: string, country: string) => readonly KnownPlace[];
  /** The code of a country from its name or its code. */
  readonly country: (name: string) => string | undefined;
  /** A region as it is stored: `TX` for `texas`. */
  readonly region: (name: string) => string | undefined;
};
export type BriefPlace = Pick<KnownPlace, 'region' | 'at'> & { readonly city: string | null };

const maxWordsOfName = 4;

type PlaceInText = { readonly place: BriefPlace | null; readonly unclearPlace: string | null };

/**
 * The place after a preposition, before a region ("Austin, TX"), or the whole of a short text; without one, a city of
 * vendors where a part of a sentence begins or the text ends ("DJ, Austin, 80 guests"), or
 * any city before a region ("dj austin tx 80 guests").
 */
export const placeIn = (text: string, places: Places): PlaceInText => {
  const flat = text.replace(/\s+/g, ' ').trim();
  const introduced = firstPlace(introducedPhrases(flat), (name) => placeNamed(name, places));
  if (introduced.place !== null || introduced.unclearPlace !== null) return introduced;
  return firstPlace(otherPhrases(flat, places), (name) => vendorPlaceNamed(name, places));
};

/** The first place with which a phrase begins. Longer names come first. */
const firstPlace = (
  phrases: readonly string[],
  named: (name: string) => BriefPlace | 'unclear' | null,
): PlaceInText => {
  let unclearPlace: string | null = null;
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    for (let length = Math.min(words.length, maxWordsOfName + 2); length > 0; length--) {
      const name = words.slice(0, length).join(' ');
      const found = named(name);
      if (found === 'unclear') unclearPlace ??= withoutSigns(name.split(',')[0] ?? '');
      else if (found) return { place: found, unclearPlace: null };
    }
  }
  return { place: null, unclearPlace };
};

/** How many possible names are looked up, and how many characters of each. */
const [maxPhrases, maxPhraseLength] = [40, 80];
const namesBeforeCommas = /(?<!\p{L})\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}(?=,\s*\p{L})/gu;
const prepositions = /(?<![\p{L}\p{N}])(?:in|near|around|at|from|outside|to)\s+/giu;

/**
 * The parts of a text that may begin with a place's name: after a preposition, before a comma, or a short text as a
 * whole.
 */
const introducedPhrases = (flat: string): readonly string[] => {
  const afterPrepositions = [...flat.matchAll(prepositions)].map((match) => flat.slice(match.index + match[0].length));
  const beforeCommas = [...flat.matchAll(namesBeforeCommas)]
    .filter(({ index }) => !afterRelative.test(flat.slice(0, index).trimEnd()))
    .map(({ index }) => flat.slice(index));
  const whole = flat.split(' ').length <= maxWordsOfName ? [flat] : [];
  return shortPhrases([...afterPrepositions, ...beforeCommas, ...whole]);
};

const beginnings =
  /(?:^|[,;:.!?()]\s+|\b(?:photograph(?:er|y)|photos?|videograph(?:er|y)|videos?|d\.?j\.?|musicians?|music|decorators?|designers?|florists?|flowers) )(?=\p{L})/giu;
/** Cities are also names of persons: "Austin and I", "my son Austin". */
const startsWithPerson = /^\S+ (?:and|is|turns|will|has|wants|needs|gets)\b/i;
const relatives = 'my|our|son|daughter|brother|sister|friend|wife|husband|fianc[ée]e?|named|called';
const afterRelative = new RegExp(String.raw`(?<!\p{L})(?:${relatives})$`, 'iu');
const beforePerson = new RegExp(String.raw`(?<!\p{L})(?:${relatives}|for|and|with|is|i am|i['’]m)$`, 'iu');

/** The beginnings of the parts of a text, its last words, and words before a region ("austin tx"). */
const otherPhrases = (flat: string, places: Places): readonly string[] => {
  const parts = [...flat.matchAll(beginnings)].map((match) => flat.slice(match.index + match[0].length));
  const words = flat.split(' ');
  const ends = Array.from({ length: Math.min(maxWordsOfName, words.length) }, (_, i) => words.length - i - 1)
    .filter((from) => !beforePerson.test(words.slice(0, from).join(' ')))
    .map((from) => words.slice(from).join(' '))
    .filter((end) => !end.includes(','));
  const withRegions = words.flatMap((word, index) => {
    const region = withoutSigns(word);
    if (areaNamed(region, places.region) === undefined) return [];
    return [3, 2, 1]
      .filter((count) => count <= index)
      .map((count) => [...words.slice(index - count, index), region].join(' '));
  });
  return shortPhrases([
    ...parts.filter((part) => !startsWithPerson.test(part)),
    ...withRegions.filter((each) => !each.includes(',')),
    ...ends.reverse(),
  ]);
};

const shortPhrases = (phrases: readonly string[]): readonly string[] =>
  phrases
    .slice(0, maxPhrases)
    .map((phrase) => (phrase.slice(0, maxPhraseLength).split(/[.;!?:()](?:\s|$)/)[0] ?? '').trim());

const withoutSigns = (name: string): string => name.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '').replace(/\.$/, '');

/** Abbreviations of regions and countries that are also words. They name a place only in capital letters. */
const alsoWords = new Set('in or me hi ok de la pa ma oh al id co on us'.split(' '));

const areaNamed = (name: string, named: (name: string) => string | undefined): string | undefined =>
  name.length === 2 && name !== name.toUpperCase() && alsoWords.has(name.toLowerCase()) ? undefined : named(name);

/** Short names of cities, in lower case. Those of two letters count only in capital letters. */
const shortNames: Readonly<Record<string, string>> = {
  nyc: 'New York City, NY',
  la: 'Los Angeles, CA',
  sf: 'San Francisco, CA',
  philly: 'Philadelphia, PA',
  vegas: 'Las Vegas, NV',
  nola: 'New Orleans, LA',
};
const fullName = (name: string): string | undefined =>
  name.length > 2 || name === name.toUpperCase() ? shortNames[name.toLowerCase()] : undefined;

const placeNamed = (text: string, places: Places): BriefPlace | 'unclear' | null => {
  const full = fullName(withoutSigns(text));
  if (full !== undefined) return placeNamed(full, places);
  const parts = text.replace(/,\s*$/, '').split(',').map(withoutSigns);
  const [city = '', regionPart] = parts;
  if (city === '' || parts.length > 2) return null;
  if (regionPart === undefined)
    return (
      cityBeforeRegion(city, places) ??
      theOne(places.vendorCities(city)) ??
      regionOnly(city, places) ??
      theOne(places.cities(city))
    );
  return theOne(citiesIn(city, regionPart, places));
};

/** The cities with this name in a region or a country. */
const citiesIn = (city: string, area: string, places: Places): readonly KnownPlace[] => {
  const region = areaNamed(area, places.region);
  if (region !== undefined) return places.cities(city, region);
  const country = areaNamed(area, places.country);
  return country === undefined ? [] : places.citiesOfCountry(city, country);
};

/** "Austin Texas", without a comma. */
const cityBeforeRegion = (text: string, places: Places): BriefPlace | 'unclear' | null => {
  const words = text.split(' ');
  for (let size = 1; size <= 3 && size < words.length; size++) {
    const found = theOne(citiesIn(words.slice(0, -size).join(' '), words.slice(-size).join(' '), places));
    if (found) return found;
  }
  return null;
};

/** A city of vendors, or any city before its region. */
const vendorPlaceNamed = (text: string, places: Places): BriefPlace | 'unclear' | null => {
  const name = withoutSigns(text);
  if (name.includes(',')) return placeNamed(text, places);
  return cityBeforeRegion(name, places) ?? theOne(places.vendorCities(name));
};

const regionOnly = (name: string, places: Places): BriefPlace | null => {
  const isWord = alsoWords.has(name.toLowerCase());
  const isName = name.length > 2 || (name === name.toUpperCase() && !isWord);
  const region = isName ? places.region(name) : undefined;
  return region === undefined ? null : { city: null, region, at: null };
};

const theOne = (found: readonly KnownPlace[]): KnownPlace | 'unclear' | null =>
  found.length > 1 ? 'unclear' : (found[0] ?? null);
