import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { PersonalData } from '#kernel';

type Event = { readonly id: string; readonly type: string; readonly data: object };
/** The key of each person; null where it was erased. Ciphers take a key object several times faster than its bytes. */
export type Keys = ReadonlyMap<string, KeyObject | null>;
/**
 * What the log stores in place of a personal field. `of` is the person, or the persons in the order in which their keys
 * were used, so that reading it needs no declaration.
 */
type SealedField = { readonly sealed: string; readonly of: string | readonly string[] };

/** Turns a stored key into the object that ciphers use. */
export const keyFrom = (bytes: Uint8Array | null): KeyObject | null => bytes && createSecretKey(bytes);

const cipher = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** The people whose personal data has to be sealed in these events. */
export const peopleToSeal = (personal: PersonalData, events: readonly Omit<Event, 'id'>[]): readonly string[] => [
  ...new Set(events.flatMap(({ type, data }) => [...ownersOf(personal, type, data).values()].flat())),
];

/** The people whose personal data is sealed in these stored events. */
export const peopleSealed = (events: readonly Event[]): readonly string[] => [
  ...new Set(events.flatMap(({ data }) => Object.values(data).filter(isSealed)).flatMap(({ of }) => of)),
];

/**
 * The data as it is stored: each personal field is encrypted and bound to its event and field name; it is null for an
 * erased person.
 */
export const seal = (personal: PersonalData, { id, type, data }: Event, keys: Keys): object => {
  const owners = ownersOf(personal, type, data);
  if (owners.size === 0) return data;
  return mapFields(data, (value, name) => {
    const people = owners.get(name);
    if (people === undefined || value === undefined || value === null) return value;
    const ownKeys = keysOf(people, keys);
    if (!ownKeys) return null;
    const sealed = ownKeys.reduce<unknown>((inner, key) => encryptedText(key, `${id}/${name}`, inner), value);
    return { sealed, of: people.length === 1 ? people[0] : people };
  });
};

/** The original data. Fields that were sealed for a person who is erased by now are null. */
export const open = ({ id, data }: Event, keys: Keys): object =>
  Object.values(data).some(isSealed)
    ? mapFields(data, (value, name) => {
        if (!isSealed(value)) return value;
        const ownKeys = keysOf([value.of].flat(), keys);
        const opened = (outer: unknown, key: KeyObject) => decryptedValue(key, `${id}/${name}`, String(outer));
        return ownKeys ? ownKeys.reduceRight<unknown>(opened, value.sealed) : null;
      })
    : data;

/** The names of the sealed fields of this stored data. */
export const namesOfSealedFields = (data: object): readonly string[] =>
  Object.entries(data).flatMap(([name, value]) => (isSealed(value) ? [name] : []));

/** The names of the fields of this stored data that are sealed for others than this person, or for others too. */
export const namesOfOthersFields = (data: object, person: string): readonly string[] =>
  Object.entries(data).flatMap(([name, value]) =>
    isSealed(value) && [value.of].flat().some((each) => each !== person) ? [name] : [],
  );

const mapFields = (data: object, change: (value: unknown, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, change(value, name)]));

/** The names of the personal fields, each with the ids of the persons that the field is about. */
const ownersOf = (personal: PersonalData, type: string, data: object): ReadonlyMap<string, readonly string[]> => {
  const owners = new Map<string, readonly string[]>();
  for (const { of, fields } of [personal[type] ?? []].flat()) {
    const people = [of].flat().map((name) => (data as Readonly<Record<string, unknown>>)[name]);
    const known = [...new Set(people.filter((person) => typeof person === 'string'))];
    if (known.length > 0) for (const field of fields) owners.set(field, known);
  }
  return owners;
};

/** The keys of these persons; undefined if one of them is erased. */
const keysOf = (people: readonly string[], keys: Keys): readonly KeyObject[] | undefined => {
  const found = people.flatMap((person) => keys.get(person) ?? []);
  return found.length === people.length ? found : undefined;
};

const encryptedText = (key: KeyObject, name: string, value: unknown): string => {
  const iv = randomBytes(ivLength);
  const encrypt = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name));
  const text = Buffer.concat([encrypt.update(JSON.stringify(value), 'utf8'), encrypt.final()]);
  return Buffer.concat([iv, encrypt.getAuthTag(), text]).toString('base64');
};

const decryptedValue = (key: KeyObject, name: string, text: string): unknown => {
  const bytes = Buffer.from(text, 'base64');
  const decrypt = createDecipheriv(cipher, key, bytes.subarray(0, ivLength))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  const clear = decrypt.update(bytes.subarray(ivLength + tagLength));
  // Throws if the stored bytes were changed. Its result is empty, because with GCM `update` has already returned the
  // whole text.
  decrypt.final();
  return JSON.parse(clear.toString('utf8'));
};

const isSealed = (value: unknown): value is SealedField =>
  typeof value === 'object' && value !== null && 'sealed' in value && 'of' in value;
