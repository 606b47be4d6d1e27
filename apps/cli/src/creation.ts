import { Failure } from './errors.ts';

/** Creates something at this path. If it exists already, or for another error of the file system, a sentence says so. */
export const createNew = async <T>(path: string, create: (path: string) => Promise<T>): Promise<T> => {
  try {
    return await create(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure(code === 'EEXIST' ? `${path} exists already: choose another name` : message);
  }
};
