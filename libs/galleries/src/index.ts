export { galleriesModule } from './galleries.module.ts';
export { GalleriesQueries } from './galleries.queries.ts';
