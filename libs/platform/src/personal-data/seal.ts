import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { PersonalData } from '#kernel';

type Event = { readonly id: string; readonly type: string; readonly data: object };
/** The key of each person; null where it was erased. Ciphers take a key object several times faster than its bytes. */
export type Keys = ReadonlyMap<string, KeyObject | null>;
/** What the log stores in place of a personal fact. `of` is the person, so that reading it needs no declaration. */
type Sealed = { readonly sealed: string; readonly of: string };

/** Turns a stored key into the object that ciphers use. */
export const keyFrom = (bytes: Uint8Array | null): KeyObject | null => bytes && createSecretKey(bytes);

const cipher = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** The persons whose personal data has to be sealed in these events. */
export const peopleToSeal = (personal: PersonalData, events: readonly Omit<Event, 'id'>[]): readonly string[] => [
  ...new Set(events.flatMap(({ type, data }) => [...ownersOf(personal, type, data).values()])),
];

/** The persons whose personal data is sealed in these stored events. */
export const peopleSealed = (events: readonly Event[]): readonly string[] => [
  ...new Set(events.flatMap(({ data }) => Object.values(data).filter(isSealed)).map(({ of }) => of)),
];

/** The facts as they are stored: personal ones encrypted, each bound to its event and name; null for an erased person. */
export const seal = (personal: PersonalData, { id, type, data }: Event, keys: Keys): object => {
  const owners = ownersOf(personal, type, data);
  if (owners.size === 0) return data;
  return mapFacts(data, (value, name) => {
    const person = owners.get(name);
    if (person === undefined || value === undefined || value === null) return value;
    const key = keys.get(person);
    return key ? { sealed: encrypted(key, `${id}/${name}`, value), of: person } : null;
  });
};

/** The original facts; those sealed for a person who was erased since are null. */
export const open = ({ id, data }: Event, keys: Keys): object =>
  Object.values(data).some(isSealed)
    ? mapFacts(data, (value, name) => {
        if (!isSealed(value)) return value;
        const key = keys.get(value.of);
        return key ? decrypted(key, `${id}/${name}`, value.sealed) : null;
      })
    : data;

/** The names of the sealed facts among these stored facts. */
export const sealedFacts = (data: object): readonly string[] =>
  Object.entries(data).flatMap(([name, value]) => (isSealed(value) ? [name] : []));

const mapFacts = (data: object, change: (value: unknown, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, change(value, name)]));

/** The names of the personal facts, each with the person it is about. */
const ownersOf = (personal: PersonalData, type: string, data: object): ReadonlyMap<string, string> => {
  const owners = new Map<string, string>();
  for (const { of, fields } of [personal[type] ?? []].flat()) {
    const person = (data as Readonly<Record<string, unknown>>)[of];
    if (typeof person === 'string') for (const field of fields) owners.set(field, person);
  }
  return owners;
};

const encrypted = (key: KeyObject, name: string, value: unknown): string => {
  const iv = randomBytes(ivLength);
  const encrypt = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name));
  const text = Buffer.concat([encrypt.update(JSON.stringify(value), 'utf8'), encrypt.final()]);
  return Buffer.concat([iv, encrypt.getAuthTag(), text]).toString('base64');
};

const decrypted = (key: KeyObject, name: string, text: string): unknown => {
  const bytes = Buffer.from(text, 'base64');
  const decrypt = createDecipheriv(cipher, key, bytes.subarray(0, ivLength))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  const clear = decrypt.update(bytes.subarray(ivLength + tagLength));
  // Throws if anything was changed. It returns no text, because GCM has returned all of it from `update`.
  decrypt.final();
  return JSON.parse(clear.toString('utf8'));
};

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'sealed' in value && 'of' in value;
