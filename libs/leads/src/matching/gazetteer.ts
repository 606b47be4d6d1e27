import { searchable } from '#kernel';

/** Degrees of latitude and longitude. */
export type Coordinates = readonly [latitude: number, longitude: number];
export type Gazetteer = {
  /**
   * The coordinates of a city. Undefined if the place is not known, or if the region is not known and several places
   * fit.
   */
  readonly city: (city: string, region: string) => Coordinates | undefined;
  /** The coordinates of the largest place of a region. Undefined if the region is not known. */
  readonly center: (region: string, country?: string) => Coordinates | undefined;
  /** All places with this name. `country` is a code of two letters in upper case. */
  readonly citiesNamed: (city: string) => readonly { readonly country: string; readonly at: Coordinates }[];
  /** The code of a country from its name or its code; GB for England. Undefined if it is none of the four countries. */
  readonly country: (name: string) => string | undefined;
};

type Place = { readonly country: string; readonly region: string; readonly at: Coordinates };

/**
 * Reads the table of places, one line for each region: country, region, and its places, the largest first. Lines that
 * begin with # are comments.
 */
export const gazetteerOf = (table: string): Gazetteer => {
  const lines = table.split('\n').map(placesOfLine);
  const placesByName: PlacesByName = Map.groupBy(lines.flat(), ({ name }) => name);
  const regions = regionNames(placesByName);
  const centers = new Map<string, Coordinates>();
  // Within a region, the table lists the largest place first.
  for (const [place] of lines) if (place) centers.set(`${place.country}|${place.region}`, place.at);
  const answers = new Map<string, Coordinates | undefined>();
  return {
    city(city, region) {
      const key = `${plain(city)}|${plain(region)}`;
      if (!answers.has(key) && answers.size >= maxAnswers) answers.clear();
      if (!answers.has(key)) answers.set(key, find(placesByName, regions, plain(city), plain(region)));
      return answers.get(key);
    },
    center(name, country) {
      const region = regions.get(plain(name));
      if (country !== undefined && region?.country !== country) return undefined;
      return region?.near ?? (region && centers.get(`${region.country}|${region.name}`));
    },
    citiesNamed: (city) => candidatesFor(placesByName, plain(city)),
    country: (name) => countries.get(plain(name)),
  };
};

/** How many results of look-ups are kept in memory. Texts that users write are looked up too, so there is a limit. */
const maxAnswers = 50_000;

const earthRadius = 3_958.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance between two places on the surface of the earth, in miles. */
export const milesBetween = ([latitude, longitude]: Coordinates, [toLatitude, toLongitude]: Coordinates): number => {
  const [height, width] = [radians(toLatitude - latitude) / 2, radians(toLongitude - longitude) / 2];
  const squared =
    Math.sin(height) ** 2 + Math.cos(radians(latitude)) * Math.cos(radians(toLatitude)) * Math.sin(width) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(squared)));
};

/** One spelling for each name: without case, accents and punctuation, and with Saint, Mount and Fort in full. */
const plain = (name: string): string =>
  searchable(name)
    .replace(/['.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bst\b/g, 'saint')
    .replace(/\bmt\b/g, 'mount')
    .replace(/\bft\b/g, 'fort');

type NamedPlace = Place & { readonly name: string };
type PlacesByName = ReadonlyMap<string, readonly NamedPlace[]>;

const placesOfLine = (line: string): readonly NamedPlace[] => {
  const [country = '', region = '', cities = ''] = line.startsWith('#') ? [] : line.split('\t');
  if (cities === '') return [];
  return cities.split(';').map((city) => {
    const [name = '', latitude, longitude] = city.split('|');
    return { name: plain(name), country, region: plain(region), at: [Number(latitude), Number(longitude)] };
  });
};

const countries: ReadonlyMap<string, string> = new Map([
  ...['us', 'usa', 'united states', 'united states of america'].map((name) => [name, 'US'] as const),
  ...['ca', 'canada'].map((name) => [name, 'CA'] as const),
  ...['gb', 'uk', 'united kingdom', 'great britain', 'england'].map((name) => [name, 'GB'] as const),
  ...['jm', 'jamaica'].map((name) => [name, 'JM'] as const),
]);

/** What people write instead of the name of a region, by country. */
const abbreviations: Readonly<Record<string, string>> = {
  CA: 'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
  US: 'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming',
};

/**
 * A large place in each county. The table contains only the four countries of the United Kingdom, so the nearest place
 * with the name is taken.
 */
const countyTowns =
  'Bedfordshire:Bedford|Berkshire:Reading|Bristol:Bristol|Buckinghamshire:Aylesbury|Cambridgeshire:Cambridge|Cheshire:Chester|Cornwall:Truro|Cumbria:Penrith|Derbyshire:Derby|Devon:Exeter|Dorset:Dorchester|Durham:Durham|East Riding of Yorkshire:Beverley|East Sussex:Lewes|Essex:Chelmsford|Gloucestershire:Gloucester|Greater London:London|Greater Manchester:Manchester|Hampshire:Winchester|Herefordshire:Hereford|Hertfordshire:Hertford|Isle of Wight:Ryde|Kent:Maidstone|Lancashire:Preston|Leicestershire:Leicester|Lincolnshire:Lincoln|Merseyside:Liverpool|Norfolk:Norwich|North Yorkshire:Northallerton|Northamptonshire:Northampton|Northumberland:Morpeth|Nottinghamshire:Nottingham|Oxfordshire:Oxford|Rutland:Oakham|Shropshire:Shrewsbury|Somerset:Taunton|South Yorkshire:Sheffield|Staffordshire:Stafford|Suffolk:Stowmarket|Surrey:Guildford|Tyne and Wear:Newcastle upon Tyne|Warwickshire:Warwick|West Midlands:Birmingham|West Sussex:Horsham|West Yorkshire:Leeds|Wiltshire:Devizes|Worcestershire:Worcester';

type Region = { readonly country: string; readonly name: string; readonly near?: Coordinates };

/** Regions by every spelling of their names. */
const regionNames = (places: PlacesByName): ReadonlyMap<string, Region> => {
  const regions = new Map<string, Region>();
  for (const { country, region } of [...places.values()].flat()) regions.set(region, { country, name: region });
  for (const [country, list] of Object.entries(abbreviations))
    for (const entry of list.split('|')) {
      const [short = '', ...words] = entry.split(' ');
      const [code, name] = [plain(short), plain(words.join(' '))];
      regions.set(country === 'US' ? name : code, { country, name: country === 'US' ? code : name });
    }
  for (const entry of countyTowns.split('|')) {
    const [county = '', town = ''] = entry.split(':');
    const near = places.get(plain(town))?.find(({ country }) => country === 'GB')?.at;
    regions.set(plain(county), { country: 'GB', name: 'england', ...(near && { near }) });
  }
  return regions;
};

const candidatesFor = (places: PlacesByName, city: string): readonly Place[] => [
  ...new Set(
    [city, `${city} city`, `${city} dc`, city.replace(/ city$/, '')].flatMap((name) => places.get(name) ?? []),
  ),
];

const find = (
  places: PlacesByName,
  regions: ReadonlyMap<string, Region>,
  city: string,
  regionName: string,
): Coordinates | undefined => {
  const candidates = candidatesFor(places, city);
  const region = regions.get(regionName);
  if (!region) return candidates.length === 1 ? candidates[0]?.at : undefined;
  const inCountry = candidates.filter(({ country }) => country === region.country);
  const { near } = region;
  if (near)
    return inCountry.map(({ at }) => at).sort((one, other) => milesBetween(one, near) - milesBetween(other, near))[0];
  const inRegion = inCountry.find((place) => place.region === region.name);
  // Parishes are small, and people often name the neighboring one.
  return (inRegion ?? (region.country === 'JM' ? inCountry[0] : undefined))?.at;
};
