export { type ArchivedFile, ArchivesModule, StoredArchives } from './stored-archives.ts';
