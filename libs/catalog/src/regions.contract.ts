const list = (names: string): readonly string[] => names.split('|');

export const countries = ['US', 'CA', 'GB', 'JM'] as const;
export type Country = (typeof countries)[number];

/** Each country's name, its word for a region, and its regions: 50 states, 13 provinces, 43 counties and 14 parishes. */
export const places: Readonly<Record<Country, { name: string; region: string; regions: readonly string[] }>> = {
  US: {
    name: 'United States',
    region: 'State',
    regions: list(
      'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY',
    ),
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
