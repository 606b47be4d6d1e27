import { type Upload, UploadPurpose } from '#platform/uploads';
import { copyPaths } from './picture-copies.ts';
import { pictureExtension } from './picture-files.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pathOfPerson = new RegExp(`^(?:public|private)/(${uuid})/([^/]+)$`);

/**
 * A picture that the data refers to. Without `original` only its copies are kept, without `target` only the original.
 */
export type OwnPicture = { readonly original?: string; readonly target?: string };

/**
 * Pictures that belong to a person, such as avatars. With the purpose `avatar` the originals are stored as
 * `private/<person>/avatar-…`, and the copies as `public/<person>/avatar-…`.
 */
export abstract class OwnPictureUploads extends UploadPurpose {
  /** The pictures that are stored for this person, or are about to be. */
  protected abstract picturesOf(person: string): Promise<readonly OwnPicture[]>;

  override owns(path: string): boolean {
    return pathOfPerson.exec(path)?.[2]?.startsWith(`${this.name}-`) ?? false;
  }

  override async referenced(paths: readonly string[]): Promise<readonly string[]> {
    const people = new Set(paths.map((path) => pathOfPerson.exec(path)?.[1] ?? ''));
    const referenced: string[] = [];
    for (const person of people)
      for (const { original, target } of await this.picturesOf(person))
        referenced.push(...(original ? [original] : []), ...(target ? copyPaths(target) : []));
    return referenced;
  }

  override pathOf(upload: Upload): string {
    return `private/${upload.person}/${this.name}-${upload.id}.${pictureExtension(upload)}`;
  }
}
