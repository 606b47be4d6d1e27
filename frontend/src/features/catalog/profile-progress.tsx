import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { type ProfilePart, profileParts } from '#catalog/contract';

/** What to add, and where. */
const stepsFor: Readonly<Record<ProfilePart, { text: string; to: string }>> = {
  service: { text: 'Choose your service and specialties', to: '/settings?tab=services' },
  location: { text: 'Say where you’re based and how far you travel', to: '/settings?tab=services' },
  package: { text: 'Offer a package that clients can book', to: '/settings?tab=services' },
  bio: { text: 'Tell clients about yourself', to: '/settings' },
  portfolio: { text: 'Add photos to your portfolio', to: '/settings' },
  avatar: { text: 'Add a profile photo', to: '/settings' },
  link: { text: 'Link your website or Instagram', to: '/settings' },
};

type ProfileProgressProps = {
  missing: readonly ProfilePart[];
  onboarded: boolean;
  /** The page that shows this. What is added on the page itself needs no link. */
  page: '/dashboard' | '/settings';
};

/** What a professional's profile does not have yet, with links to where it is added. Nothing if it is complete. */
export function ProfileProgress({ missing, onboarded, page }: ProfileProgressProps) {
  if (missing.length === 0 && onboarded) return null;
  const done = profileParts.length - missing.length;
  return (
    <section className="card pad banner" aria-label="Your profile">
      <Flex wrap gap="14px 24px" align="center" justify="space-between">
        <p>
          <b>Your profile isn’t complete.</b>{' '}
          {onboarded
            ? `It has ${done} of ${profileParts.length} parts. Add what is missing:`
            : 'Add your services, location and packages so clients can find you.'}
        </p>
        {!onboarded && (
          <Link className="button primary" to="/onboarding">
            Complete your profile
          </Link>
        )}
      </Flex>
      {onboarded && (
        <Flex component="ul" className="facts" wrap gap="4px 20px">
          {missing.map((part) => (
            <li key={part}>
              {stepsFor[part].to === page ? (
                stepsFor[part].text
              ) : (
                <Link className="link" to={stepsFor[part].to}>
                  {stepsFor[part].text}
                </Link>
              )}
            </li>
          ))}
        </Flex>
      )}
    </section>
  );
}
