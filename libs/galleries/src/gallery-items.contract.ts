/** The largest widths, in pixels, of the small, the medium and the large preview. */
export const previewWidths = { small: 250, medium: 720, large: 1440 } as const;

type PreviewUrls = Record<keyof typeof previewWidths, string>;
type ListedFile = { readonly file: string; readonly sha256?: string | undefined; readonly signatures: string | null };
type List<GalleryId, Item> = {
  readonly galleryId: GalleryId;
  readonly items: readonly Item[];
  readonly previewUrl: string;
};

/** The items of a list as pages use them, with the URLs of their previews. */
export const itemsOf = <GalleryId extends string, Item extends ListedFile>({
  galleryId,
  items,
  previewUrl,
}: List<GalleryId, Item>) =>
  items.map(({ file, sha256, signatures, ...item }) => ({
    ...item,
    galleryId,
    fileUrl: `${galleryId}/${file}`,
    sha256: sha256 ?? null,
    previews: signatures === null ? null : previewsOf(previewUrl, file, signatures),
  }));

const signatureLength = 28;

/** The URLs of the previews of one item. */
export const previewsOf = (previewUrl: string, file: string, signatures: string): PreviewUrls => {
  const template = previewUrl.replace('{file}', withoutExtension(file));
  const urlOf = (size: keyof PreviewUrls, index: number) =>
    template
      .replace('{width}', `${previewWidths[size]}`)
      .replace('{signature}', signatures.slice(index * signatureLength, (index + 1) * signatureLength));
  return { small: urlOf('small', 0), medium: urlOf('medium', 1), large: urlOf('large', 2) };
};

/** A path without the extension of its file. */
export const withoutExtension = (path: string): string => path.replace(/\.[^./]*$/, '');
