import { type CreatorProfile, missingParts } from '#catalog/contract';
import { ProfileProgress } from './profile-progress.tsx';

/** What the user's own profile does not have yet, on the page where most of it is added. */
export function OwnProfileProgress({ profile }: { profile: CreatorProfile }) {
  return <ProfileProgress missing={missingParts(profile)} onboarded page="/settings" />;
}
