/** The longest name in an address, in characters. */
const maxLength = 60;

/** A name as part of an address: `Ana María Núñez` → `ana-maria-nunez`. Empty if it has no Latin letters or digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '');

type Named = { readonly id: string; readonly displayName: string };

/** The canonical address of a profile: its name and its id. Only the id counts, so a changed name breaks no link. */
export const creatorPath = ({ id, displayName }: Named): string => {
  const slug = slugOf(displayName);
  return `/creators/${slug && `${slug}-`}${id}`;
};
