export { PersonalDataKeys } from './personal-data-keys.ts';
export { PostgresPersonalDataKeys, sealedPersonalKeys } from './postgres.ts';
export { type Keys, namesOfOthersFields, namesOfSealedFields, open, peopleSealed, peopleToSeal, seal } from './seal.ts';
