const list = (names: string): readonly string[] => names.split('|');

/** The states of the United States by abbreviation. Only the abbreviations are stored and shown. */
const states: ReadonlyMap<string, string> = new Map(
  list(
    'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming',
  ).map((state) => [state.slice(0, 2), state.slice(3)]),
);

export const countries = ['US', 'CA', 'GB', 'JM'] as const;
export type Country = (typeof countries)[number];

/**
 * Each country's name, its word for a region, and its regions: 50 states, 13 provinces, 43 counties and 14 parishes.
 */
export const places: Readonly<Record<Country, { name: string; region: string; regions: readonly string[] }>> = {
  US: {
    name: 'United States',
    region: 'State',
    regions: [...states.keys()],
  },
  CA: {
    name: 'Canada',
    region: 'Province',
    regions: list(
      'Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Northwest Territories|Nova Scotia|Nunavut|Ontario|Prince Edward Island|Quebec|Saskatchewan|Yukon',
    ),
  },
  GB: {
    name: 'United Kingdom',
    region: 'County',
    regions: list(
      'Bedfordshire|Berkshire|Bristol|Buckinghamshire|Cambridgeshire|Cheshire|Cornwall|Cumbria|Derbyshire|Devon|Dorset|Durham|East Sussex|Essex|Gloucestershire|Greater London|Greater Manchester|Hampshire|Herefordshire|Hertfordshire|Isle of Wight|Kent|Lancashire|Leicestershire|Lincolnshire|Merseyside|Norfolk|North Yorkshire|Northamptonshire|Northumberland|Nottinghamshire|Oxfordshire|Shropshire|Somerset|South Yorkshire|Staffordshire|Suffolk|Surrey|Tyne and Wear|Warwickshire|West Midlands|West Sussex|Wiltshire',
    ),
  },
  JM: {
    name: 'Jamaica',
    region: 'Parish',
    regions: list(
      'Clarendon|Hanover|Kingston|Manchester|Portland|Saint Andrew|Saint Ann|Saint Catherine|Saint Elizabeth|Saint James|Saint Mary|Saint Thomas|Trelawny|Westmoreland',
    ),
  },
};

/**
 * Regions besides the 50 states and 43 counties, among them the other four counties of England. Events take place
 * there, and professionals live there.
 */
const furtherRegions: Readonly<Partial<Record<Country, readonly string[]>>> = {
  US: ['DC'],
  GB: [
    'East Riding of Yorkshire',
    'Northern Ireland',
    'Rutland',
    'Scotland',
    'Wales',
    'West Yorkshire',
    'Worcestershire',
  ],
};

const withFurther = (country: Country) => {
  const { regions, ...words } = places[country];
  return { ...words, regions: [...regions, ...(furtherRegions[country] ?? [])].sort() };
};

/** {@link places} with further regions: what forms offer and accept. */
export const allPlaces: typeof places = {
  US: withFurther('US'),
  CA: withFurther('CA'),
  GB: withFurther('GB'),
  JM: withFurther('JM'),
};

const names: ReadonlyMap<string, string> = new Map([...states, ['DC', 'District of Columbia']]);

/** `Texas` for `TX`. Regions without an abbreviation are returned as they are. */
export const regionName = (region: string): string => names.get(region) ?? region;

/** A region as it is stored: `TX` for `texas`. A text that names no region is returned as it is. */
export const storedRegion = (text: string): string => {
  const typed = text.toLowerCase();
  const isTyped = (region: string) => region.toLowerCase() === typed || regionName(region).toLowerCase() === typed;
  return (
    Object.values(allPlaces)
      .flatMap(({ regions }) => regions)
      .find(isTyped) ?? text
  );
};

/** Whether a country has this region. Without a country, whether any of the countries has it. */
export const isRegionOf = (region: string, country?: Country): boolean =>
  (country ? [allPlaces[country]] : Object.values(allPlaces)).some(({ regions }) => regions.includes(region));

/** The country of a region; undefined if none of them has it. */
export const countryOf = (region: string): Country | undefined =>
  countries.find((country) => isRegionOf(region, country));

/** The message for a region that is missing or belongs to another country. */
export const regionMessage = (country?: Country): string =>
  `Please choose a ${country ? places[country].region.toLowerCase() : 'state from the list'}`;
