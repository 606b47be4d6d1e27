import zoneAt from '@photostructure/tz-lookup';

/** The IANA name of the time zone of a place on land or water, of which latitude and longitude are known in degrees. */
export const timeZoneAt = ([latitude, longitude]: readonly [latitude: number, longitude: number]): string =>
  zoneAt(latitude, longitude);
