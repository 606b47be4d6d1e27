type Profile = {
  readonly avatarUrl: string | null;
  readonly bio: string | null;
  readonly websiteUrl: string | null;
  readonly instagramHandle: string | null;
  readonly services: readonly { readonly specialties: readonly string[] }[];
  readonly locations: readonly unknown[];
  readonly packages: readonly { readonly isActive: boolean }[];
  readonly portfolio: readonly unknown[];
};

/** The parts of a complete profile, the most important first, and whether a profile has each of them. */
const parts = {
  service: ({ services }: Profile) => services.some(({ specialties }) => specialties.length > 0),
  location: ({ locations }: Profile) => locations.length > 0,
  package: ({ packages }: Profile) => packages.some(({ isActive }) => isActive),
  bio: ({ bio }: Profile) => Boolean(bio?.trim()),
  portfolio: ({ portfolio }: Profile) => portfolio.length > 0,
  avatar: ({ avatarUrl }: Profile) => avatarUrl !== null,
  link: ({ websiteUrl, instagramHandle }: Profile) => Boolean(websiteUrl || instagramHandle),
} as const;

export type ProfilePart = keyof typeof parts;
export const profileParts = Object.keys(parts) as [ProfilePart, ...ProfilePart[]];

/** What a professional's profile does not have yet. Empty for a complete one. */
export const missingParts = (profile: Profile): ProfilePart[] => profileParts.filter((part) => !parts[part](profile));
